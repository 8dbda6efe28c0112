import { join } from 'node:path';
import ts from 'typescript';

/** Compiles the client with `api` instead of `src/api.ts`. @throws Error that lists the compiler's errors */
export function compile(folder: string, api: string): void {
  const { options, fileNames, errors } = project(join(folder, 'tsconfig.build.json'));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const replaced = join(folder, 'src', 'api.ts');
  host.readFile = (path) => (path === replaced ? api : readFile(path));
  const program = ts.createProgram({ rootNames: fileNames, options, host, configFileParsingDiagnostics: errors });
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  program.emit(undefined, (path, text) => host.writeFile(path, importingJs(text), false));
}

/** The compiler rewrites the extensions of imports in programs but not in declarations. */
const importingJs = (text: string) => text.replace(/(from '\.\/[^']+)\.ts'/g, "$1.js'");

function project(path: string): ts.ParsedCommandLine {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(path, {}, host);
  if (!parsed) throw new Error(`cannot read ${path}`);
  return parsed;
}
