// The panel's script, which needs no build. Text from the server becomes only text nodes.

const procedures = await (await fetch('/panel/procedures.json')).json();
const list = document.getElementById('list');
const filter = document.getElementById('filter');
const main = document.getElementById('procedure');

/** An element; children are elements or texts. */
function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// The list of procedures -------------------------------------------------------------------------------------------

function showList() {
  const words = filter.value.toLowerCase();
  const current = decodeURIComponent(location.hash.slice(1));
  const wanted = procedures.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(words));
  list.replaceChildren();
  let area = '';
  for (const procedure of wanted) {
    const [first] = procedure.name.split('.');
    if (first !== area) list.append(element('h3', {}, first));
    area = first;
    list.append(linkTo(procedure, procedure.name === current));
  }
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  if (wanted.length === 0) list.append(element('p', { className: 'mute' }, 'No matching procedure.'));
}

function linkTo({ name, type, summary }, isCurrent) {
  const link = element('a', { href: `#${name}`, title: summary }, badge(type), name.slice(name.indexOf('.') + 1));
  if (isCurrent) link.setAttribute('aria-current', 'page');
  return link;
}

const badge = (type) => element('span', { className: `type ${type}`, title: type }, type === 'query' ? 'Q' : 'M');

// One procedure ----------------------------------------------------------------------------------------------------

function showProcedure() {
  const name = decodeURIComponent(location.hash.slice(1));
  const procedure = procedures.find((each) => each.name === name) ?? procedures[0];
  if (!procedure) return;
  const rows = procedure.fields.map(fieldRow);
  const answer = element('section', { ariaLive: 'polite' });
  const form = element(
    'form',
    { noValidate: true },
    ...rows.map((row) => row.node),
    rows.length === 0 ? element('p', { className: 'mute' }, 'Takes no input.') : null,
    element('button', {}, procedure.type === 'query' ? 'Query' : 'Mutate'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(procedure, rows, answer);
  });
  const { type, access, summary, description, rest } = procedure;
  main.replaceChildren(
    element('h2', {}, procedure.name),
    element(
      'div',
      {},
      element('span', { className: type }, type),
      ` · ${access} · `,
      element('span', { className: 'mute' }, rest.map((path) => `/api${path}`).join(', ')),
    ),
    element('p', {}, summary),
    description ? element('p', { className: 'mute' }, description) : '',
    form,
    answer,
  );
  showList();
}

/** A row of the form. `read` returns the value, or undefined if the field is empty. */
function fieldRow({ name, required, nullable, input, hint, example }) {
  const control = controlOf(input, { id: `field-${name}`, name, example });
  const isNull = element('input', { type: 'checkbox', ariaLabel: `${name} is null` });
  const label = element(
    'label',
    { htmlFor: `field-${name}` },
    name,
    required ? element('b', { title: 'required' }, ' *') : '',
  );
  const node = element(
    'div',
    { className: 'field' },
    label,
    element('div', { className: 'value' }, ...control.nodes),
    nullable ? element('label', { className: 'mute' }, isNull, ' null') : element('span'),
    hint ? element('small', {}, hint) : '',
  );
  const read = () => (isNull.checked ? { value: null, dates: [] } : control.read());
  return { name, node, read };
}

// Inputs: each reads { value, dates }, where `dates` are the paths of Dates in the value -------------------------

const value = (native, dates = []) => ({ value: native, dates });

const PARSE = {
  text: (text) => value(text),
  secret: (text) => value(text),
  choice: (text) => value(text),
  number: (text) => value(Number.isNaN(Number(text)) ? text : Number(text)),
  boolean: (text) => value(text === 'true'),
  json: (text) => value(JSON.parse(text)),
  date: (text) => {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? value(text) : value(at.toISOString(), ['']);
  },
  dayOrDate: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? value(text) : PARSE.date(text)),
};

const PLACEHOLDER = {
  date: '2026-01-31T18:30:00Z',
  dayOrDate: '2026-01-31, or 2026-01-31T18:30:00Z',
  json: 'JSON',
};

function controlOf(input, field) {
  if (input.type === 'comparison') return comparisonOf(input, field);
  if (input.type === 'list') return listOf(input, field);
  const choices = input.type === 'boolean' ? ['true', 'false'] : input.choices;
  const box = choices ? selectOf(choices, field) : boxOf(input.type, field);
  return { nodes: [box], read: () => (box.value === '' ? undefined : PARSE[input.type](box.value)) };
}

function selectOf(choices, { id }) {
  const options = choices.map((each) => element('option', {}, each));
  return element('select', { id }, element('option', { value: '' }, '—'), ...options);
}

function boxOf(type, { id, example = '' }) {
  const properties = { id, autocomplete: 'off', placeholder: PLACEHOLDER[type] ?? example };
  if (type === 'json') return element('textarea', { ...properties, rows: 3 });
  return element('input', { ...properties, type: type === 'secret' ? 'password' : 'text' });
}

function listOf({ of }, field) {
  const example = of.choices?.join(', ') ?? 'comma-separated';
  const box = boxOf('list', { ...field, example });
  const parts = () => box.value.split(',').map((part) => part.trim());
  const items = () =>
    parts()
      .filter(Boolean)
      .map((part) => PARSE[of.type](part).value);
  return { nodes: [box], read: () => (box.value === '' ? undefined : value(items())) };
}

function comparisonOf({ operators, of }, field) {
  const options = operators.map((each) => element('option', { selected: each === '=' }, each));
  const operator = element('select', { ariaLabel: `operator of ${field.name}` }, ...options);
  const control = controlOf(of, field);
  const read = () => {
    const operand = control.read();
    return (
      operand &&
      value(
        { op: operator.value, value: operand.value },
        operand.dates.map(() => '.value'),
      )
    );
  };
  return { nodes: [operator, ...control.nodes], read };
}

// The call ---------------------------------------------------------------------------------------------------------

async function submit(procedure, rows, answer) {
  try {
    const request = requestOf(procedure, inputOf(rows));
    answer.replaceChildren(element('p', { className: 'mute' }, 'Calling …'));
    const startedAt = performance.now();
    const response = await fetch(request.url, {
      ...request.options,
      headers: { ...request.headers, ...credentials() },
    });
    const text = await response.text();
    showAnswer(answer, { request, response, text, took: performance.now() - startedAt });
  } catch (error) {
    // Invalid JSON in a field, or a network error.
    answer.replaceChildren(element('p', { className: 'failed' }, `${error.name}: ${error.message}`));
  }
}

/** The input in superjson's format. A procedure without input ignores it. */
function inputOf(rows) {
  const json = {};
  const values = {};
  for (const { name, read } of rows) {
    const field = read();
    if (field === undefined) continue;
    json[name] = field.value;
    for (const path of field.dates) values[`${name}${path}`] = ['Date'];
  }
  return Object.keys(values).length === 0 ? { json } : { json, meta: { values } };
}

function requestOf({ name, type }, input) {
  if (type === 'mutation') {
    const headers = { 'content-type': 'application/json' };
    return { url: `/trpc/${name}`, headers, options: { method: 'POST', body: JSON.stringify(input) } };
  }
  const query = encodeURIComponent(JSON.stringify(input));
  return { url: `/trpc/${name}?input=${query}`, headers: {}, options: { method: 'GET' } };
}

function credentials() {
  const headers = {
    'x-userid': document.getElementById('userid').value,
    'x-api-key': document.getElementById('api-key').value,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, each]) => each !== ''));
}

function showAnswer(answer, { request, response, text, took }) {
  const body = parsed(text);
  const shown = body?.result?.data ?? body?.error ?? body ?? text;
  const facts = `${response.status} ${response.statusText} · ${Math.round(took)} ms · ${text.length.toLocaleString()} characters`;
  answer.replaceChildren(
    element('h3', { className: response.ok ? 'query' : 'failed' }, facts),
    element('pre', {}, pretty(shown.json ?? shown)),
    shown.meta
      ? element('details', {}, element('summary', {}, 'Types (superjson)'), element('pre', {}, pretty(shown.meta)))
      : '',
    element(
      'details',
      {},
      element('summary', {}, 'Request'),
      element('pre', {}, `${request.options.method} ${request.url}\n${request.options.body ?? ''}`),
    ),
  );
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const pretty = (body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));

filter.addEventListener('input', showList);
addEventListener('hashchange', showProcedure);
showProcedure();
