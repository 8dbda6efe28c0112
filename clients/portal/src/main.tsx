import { render } from 'preact';
import { App } from './app/app.tsx';
import './app/base.css';
import { loadLanguage } from './words/language.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
void loadLanguage().then(() => render(<App />, root));
