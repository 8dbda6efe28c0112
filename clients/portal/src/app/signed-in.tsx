import { useEffect, useMemo, useState } from 'preact/hooks';
import { Account } from '../screens/account.tsx';
import { Bills } from '../screens/bills.tsx';
import { Devices } from '../screens/devices.tsx';
import { Help } from '../screens/help.tsx';
import { Home } from '../screens/home.tsx';
import { Pay } from '../screens/pay.tsx';
import { PlanScreen } from '../screens/plan.tsx';
import { Renew } from '../screens/renew.tsx';
import { Usage } from '../screens/usage.tsx';
import { type Overview, type Place, PlaceContext, type Screen } from '../ui/place.ts';
import { words } from '../words/words.ts';
import { pathOf, readRoute } from './route.ts';
import { Frame, Navigation, ServiceChoice, useFocusOn } from './shell.tsx';

interface Props {
  readonly overview: Overview;
  reload(): void;
  onSignOut(): void;
}

/** The screens of a subscriber. */
export function SignedIn({ overview, reload, onSignOut }: Props) {
  const [screen, go] = useScreen();
  const [chosen, choose] = useState<number | undefined>();
  const { isp, customer, services } = overview;
  const service = services.find(({ serviceid }) => serviceid === chosen) ?? services[0];
  const place = useMemo<Place | null>(() => {
    const hrefOf = (to: Screen) => pathOf({ ispid: isp.ispid, screen: to });
    return service ? { overview, service, reload, go, choose, hrefOf } : null;
  }, [overview, service, reload, go, isp.ispid]);
  if (!place)
    return (
      <Frame isp={isp}>
        <p>{words.home.noService}</p>
      </Frame>
    );
  return (
    <PlaceContext.Provider value={place}>
      <Frame isp={isp} nav={<Navigation screen={screen} />}>
        <p class="hello">{words.home.hello(customer.name)}</p>
        <ServiceChoice />
        <Content key={`${screen} ${place.service.serviceid}`} screen={screen} onSignOut={onSignOut} />
      </Frame>
    </PlaceContext.Provider>
  );
}

function Content({ screen, onSignOut }: { readonly screen: Screen; onSignOut(): void }) {
  switch (screen) {
    case 'usage':
      return <Usage />;
    case 'bills':
      return <Bills />;
    case 'plan':
      return <PlanScreen />;
    case 'help':
      return <Help />;
    case 'account':
      return <Account onSignOut={onSignOut} />;
    case 'pay':
      return <Pay />;
    case 'devices':
      return <Devices />;
    case 'renew':
      return <Renew />;
    default:
      return <Home />;
  }
}

/** The screen that the address names, also when the browser goes back. */
function useScreen(): [Screen, (screen: Screen) => void] {
  const [screen, setScreen] = useState(readRoute().screen);
  useFocusOn(screen);
  useEffect(() => {
    const onPop = () => setScreen(readRoute().screen);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  const go = useMemo(
    () => (to: Screen) => {
      history.pushState(null, '', pathOf({ ispid: readRoute().ispid, screen: to }));
      setScreen(to);
    },
    [],
  );
  return [screen, go];
}
