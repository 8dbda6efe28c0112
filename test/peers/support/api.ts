import { expect } from 'vitest';
import { run } from './process.ts';
import { pathOf } from './programs.ts';

export type Parameters = Readonly<Record<string, string | number>>;

/** The ways an integrator may send parameters. */
export type Way = 'form' | 'query' | 'json' | 'multipart' | 'headers';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the node answers is looked at by an expectation
  readonly result: any;
  readonly error: string | null;
}

/** The documented API, called with curl by one login user. */
export class Api {
  readonly #baseUrl: string;
  readonly #credentials: Parameters;

  constructor(baseUrl: string, credentials: Parameters = {}) {
    this.#baseUrl = baseUrl;
    this.#credentials = credentials;
  }

  as(userid: number, apiKey: string): Api {
    return new Api(this.#baseUrl, { userid, api_key: apiKey });
  }

  /** The same login user at another node. */
  at(baseUrl: string): Api {
    return new Api(baseUrl, this.#credentials);
  }

  async call(path: string, parameters: Parameters = {}, way: Way = 'form'): Promise<Answer> {
    const url = `${this.#baseUrl}/api/${path}`;
    const args = ['-sS', '--max-time', '60', '-w', '\n%{http_code}', ...this.#arguments(url, parameters, way)];
    const { code, stdout, stderr } = await run(pathOf('curl'), args, { timeoutMs: 70_000 });
    if (code !== 0) throw new Error(`curl ${path}: ${stderr}`);
    const at = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(at + 1)), ...(JSON.parse(stdout.slice(0, at)) as Omit<Answer, 'status'>) };
  }

  /** The result of a call that must succeed. */
  async result(path: string, parameters: Parameters = {}, way: Way = 'form'): Promise<Answer['result']> {
    const answer = await this.call(path, parameters, way);
    expect(answer, path).toEqual({ status: 200, result: expect.anything(), error: null });
    return answer.result;
  }

  #arguments(url: string, parameters: Parameters, way: Way): string[] {
    const all = { ...this.#credentials, ...parameters };
    switch (way) {
      case 'form':
        return [...each('--data-urlencode', all), '-X', 'POST', url];
      case 'query':
        return ['-G', ...each('--data-urlencode', all), url];
      case 'json':
        return ['-H', 'Content-Type: application/json', '-d', JSON.stringify(all), url];
      case 'multipart':
        return [...each('--form-string', all), url];
      case 'headers': {
        const { userid, api_key: apiKey } = this.#credentials;
        const headers = ['-H', `X-Userid: ${userid}`, '-H', `X-Api-Key: ${apiKey}`];
        return [...headers, ...each('--data-urlencode', parameters), '-X', 'POST', url];
      }
    }
  }
}

const each = (option: string, parameters: Parameters) =>
  Object.entries(parameters).flatMap(([name, value]) => [option, `${name}=${value}`]);
