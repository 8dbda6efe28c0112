import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellBlocks } from '../fixtures/shell-blocks.ts';
import { Installation, type Node } from './support/installation.ts';
import { type Outcome, run } from './support/process.ts';
import { pathOf } from './support/programs.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const BLOCKS = shellBlocks();
/** What a reader fills in stands in them as `…`. */
const CALLS = BLOCKS.filter(({ label, text }) => label === '' && /^(?:call|curl) /m.test(text));

/** Readers copy them into a terminal in which the tour was run. */
describe('the calls of the documents', () => {
  let site: Installation;
  let node: Node;
  /** Of the ISP that the tour creates. */
  const own = { userid: '', key: '' };

  beforeAll(async () => {
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY });
    const { stdout, stderr } = await shell(firstSteps());
    expect(stderr).toBe('');
    [, own.userid = '', own.key = ''] = /^OWN (\d+) (\S+)$/m.exec(stdout) ?? [];
  });
  afterAll(async () => {
    await node?.stop();
    await site?.remove();
  });

  it.each(CALLS.map((block) => [`${block.document}:${block.line}`, block.text]))('%s', async (_, text) => {
    const { code, stdout, stderr } = await shell(`call() { curl -sS "$API/$1" "\${@:2}"; echo; }\n${filledIn(text)}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(errorsIn(stdout), stdout).toEqual([]);
  });

  /** The tour until its subscriber logs in, with two more services, since pages about lines number three. */
  function firstSteps(): string {
    const [tour = ''] = BLOCKS.find(({ label }) => label === 'tour')?.text.split('# The subscriber logs in') ?? [];
    const [first = ''] = /^call service\/create .*$/m.exec(tour) ?? [];
    const further = ['asha', 'kiran'].map((name) => first.replace('username=ravi', `username=${name}`));
    return [here(tour), ...further, 'echo "OWN $ID $KEY"'].join('\n');
  }

  function filledIn(text: string): string {
    return (
      here(text)
        .replaceAll('userid=7', `userid=${own.userid}`)
        .replaceAll('api_key=…', `api_key=${own.key}`)
        .replaceAll(/x-userid: \d+/g, `x-userid: ${own.userid}`)
        .replaceAll('x-api-key: …', `x-api-key: ${own.key}`)
        .replaceAll(/Bearer 7\.\w+…/g, `Bearer ${own.userid}.${own.key}`)
        .replaceAll('…', '0')
        // A stream stays open until its reader has seen enough.
        .replaceAll(/^curl -sN .*$/gm, '$& --max-time 2 || [ $? = 28 ]')
    );
  }

  const here = (text: string) =>
    text.replaceAll(/https:\/\/crm\.example\.net|http:\/\/127\.0\.0\.1:8080/g, site.baseUrl);

  function shell(script: string): Promise<Outcome> {
    const env = {
      PATH: process.env.PATH ?? '',
      ADMIN_API_KEY,
      API: `${site.baseUrl}/api`,
      ADMIN: `-d userid=1 -d api_key=${ADMIN_API_KEY}`,
      ME: `-d userid=${own.userid} -d api_key=${own.key}`,
    };
    return run(pathOf('bash'), ['-e', '-s'], { input: script, env, cwd: site.folder });
  }
});

/** What envelopes, one after the other, say went wrong. */
function errorsIn(output: string): string[] {
  return [...output.matchAll(/"error":("(?:[^"\\]|\\.)*"|null)\}(?=\n|\{|$)/g)].flatMap(([, error = '']) =>
    error === 'null' ? [] : [error],
  );
}
