import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Contact } from '../ui/contact.tsx';
import { Link } from '../ui/link.tsx';
import { type Brand, SCREENS, type Screen, usePlace } from '../ui/place.ts';
import { chooseLanguage, LANGUAGES, type Language, language } from '../words/language.ts';
import { words } from '../words/words.ts';

interface FrameProps {
  readonly isp: Brand;
  readonly nav?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Heading, content, and where the provider helps. */
export function Frame({ isp, nav, children }: FrameProps) {
  return (
    <>
      <a class="skip" href="#main">
        {words.page.skip}
      </a>
      <header>
        {isp.logo && <img src={isp.logo} alt="" />}
        <h1>{isp.name}</h1>
        <LanguageChoice />
      </header>
      {nav}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer>
        <Contact isp={isp} />
      </footer>
    </>
  );
}

function LanguageChoice() {
  return (
    <select
      aria-label={words.page.language}
      value={language()}
      onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([key, name]) => (
        <option key={key} value={key} lang={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The screens that have a place of their own. */
export function Navigation({ screen }: { readonly screen: Screen }) {
  return (
    <nav aria-label={words.page.menu}>
      {SCREENS.map((each) => (
        <Link key={each} to={each} current={each === screen}>
          {words.screens[each]}
        </Link>
      ))}
    </nav>
  );
}

/** Of several connections, the one that the screens are about. */
export function ServiceChoice() {
  const { overview, service, choose } = usePlace();
  if (overview.services.length < 2) return null;
  return (
    <label class="field">
      {words.home.connection}
      <select value={service.serviceid} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {overview.services.map(({ serviceid, username, plan }) => (
          <option key={serviceid} value={serviceid}>
            {username}: {plan}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Moves the focus to the content when another screen is shown, so that who listens hears it. */
export function useFocusOn(screen: Screen): void {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    document.getElementById('main')?.focus();
    window.scrollTo(0, 0);
  }, [screen]);
}
