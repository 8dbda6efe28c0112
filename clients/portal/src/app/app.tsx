import { useEffect, useState } from 'preact/hooks';
import { CallError, call, type Output } from '../api/call.ts';
import { Here } from '../screens/here.tsx';
import { ChoosePassword, SignIn } from '../screens/sign-in.tsx';
import { sentenceOf } from '../ui/fault.ts';
import { Fault } from '../ui/parts.tsx';
import type { Brand } from '../ui/place.ts';
import { session } from '../ui/use-read.ts';
import { words } from '../words/words.ts';
import { wear } from './colors.ts';
import { readRoute } from './route.ts';
import { Frame } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

type State =
  | { readonly is: 'loading' | 'unknown' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'sign-in' | 'choose'; readonly isp: Brand }
  | { readonly is: 'in'; readonly overview: Output<'overview'> };

/** Who is here: somebody signed in to this ISP's pages, or not yet. */
export function App() {
  const [state, setState] = useState<State>({ is: 'loading' });
  const load = () => void whoIsHere().then(setState, (error: unknown) => setState({ is: 'failed', error }));
  useEffect(() => {
    session.onEnd = load;
    load();
  }, []);
  switch (state.is) {
    case 'loading':
      return <p class="quiet page">{words.page.loading}</p>;
    case 'unknown':
      return (
        <main class="page">
          <h1>{words.page.unknown}</h1>
          <p>{words.page.unknownHint}</p>
        </main>
      );
    case 'failed':
      return (
        <main class="page">
          <Fault text={sentenceOf(state.error)} />
          <button type="button" onClick={load}>
            {words.page.again}
          </button>
        </main>
      );
    case 'in':
      return <SignedIn overview={state.overview} reload={load} onSignOut={load} />;
    case 'choose':
      return (
        <Frame isp={state.isp}>
          <ChoosePassword onDone={load} />
        </Frame>
      );
    default: {
      const { isp } = state;
      return (
        <Frame isp={isp}>
          <Here ispid={isp.ispid} />
          <SignIn isp={isp} onNext={(next) => (next === 'done' ? load() : setState({ is: 'choose', isp }))} />
        </Frame>
      );
    }
  }
}

/** Both questions at once: a slow connection takes as long for one. */
async function whoIsHere(): Promise<State> {
  const { ispid } = readRoute();
  const [isp, overview] = await Promise.all([call('page', ispid === undefined ? {} : { ispid }), signedIn()]);
  // Somebody signed in to another ISP of this node is nobody here.
  if (overview && (ispid === undefined || overview.isp.ispid === ispid))
    return dressed(overview.isp, { is: 'in', overview });
  return isp ? dressed(isp, { is: 'sign-in', isp }) : { is: 'unknown' };
}

async function signedIn(): Promise<Output<'overview'> | null> {
  try {
    return await call('overview');
  } catch (error) {
    if (error instanceof CallError && ['unauthenticated', 'forbidden'].includes(error.kind)) return null;
    throw error;
  }
}

function dressed(isp: Brand, state: State): State {
  wear(isp.color);
  document.title = words.page.title(isp.name);
  return state;
}
