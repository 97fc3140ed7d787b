import fs from 'node:fs';
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PRESETS, themeOf } from '@/lib/theme/tokens';
import { rulesOf, selectorsOf, UNUSED, variablesIn } from '../scripts/antd/rules.mjs';

const SHEETS: Record<string, [prefix: string, root: string]> = {
  button: ['ant-btn', 'ant-btn'],
  table: ['ant-table', 'ant-table-css-var'],
  select: ['ant-select', 'ant-select-css-var'],
  menu: ['ant-menu', 'ant-menu-css-var'],
  modal: ['ant-modal', 'ant-modal-css-var'],
  tabs: ['ant-tabs', 'ant-tabs-css-var'],
  pagination: ['ant-pagination', 'ant-pagination'],
  tooltip: ['ant-tooltip', 'ant-tooltip'],
  form: ['ant-form', 'ant-form-css-var'],
  switch: ['ant-switch', 'ant-switch'],
};

const hooks = import.meta.glob<{ default: (prefix: string, root: string) => unknown }>(
  '../node_modules/antd/es/{button,table,select,menu,modal,tabs,pagination,tooltip,form,switch}/style/index.js',
);

/** Every declaration of a sheet as `media | selector | declaration`. */
function said(css: string, within = ''): string[] {
  return rulesOf(css).flatMap(({ head, body }) => {
    if (head.startsWith('@layer')) return said(body, within);
    if (head.startsWith('@keyframes')) return [];
    if (head.startsWith('@')) return said(body, `${within}${head} `);
    return selectorsOf(head)
      .filter(
        (s) =>
          !UNUSED.test(s.replace(/:not\([^()]*\)/g, '')) &&
          !/-rtl\b|cssinjs|(btn-color|btn|tooltip)-(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)\b/.test(
            s,
          ),
      )
      .flatMap((s) => body.split(/;(?![^(]*\))/).map((line: string) => `${within}| ${s} | ${line.trim()}`));
  });
}

const written = (name: string) => fs.readFileSync(`.antd/${name}`, 'utf8');
const everything = new Set(
  said(
    fs
      .readdirSync('.antd/part')
      .map((f) => written(`part/${f}`))
      .join('') + written('base.css'),
  ),
);

function Probe({ use }: { use: () => void }) {
  use();
  return null;
}

test.each(Object.entries(SHEETS))('the sheet of %s says what antd computes', async (folder, [prefix, root]) => {
  const load = hooks[`../node_modules/antd/es/${folder}/style/index.js`];
  const use = (await load?.())?.default;
  const cache = createCache();
  renderToString(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={{ ...themeOf(false, PRESETS.blue), zeroRuntime: false, hashed: false }}>
        <Probe use={() => use?.(prefix, root)} />
      </ConfigProvider>
    </StyleProvider>,
  );
  const computed = said(
    extractStyle(cache, { plain: true, types: ['style'] }).replace(
      /:where\(\.css-[\w-]+\) ?|css-dev-only-do-not-override-\w+-/g,
      '',
    ),
  );
  expect(computed.length).toBeGreaterThan(30);
  expect(computed.filter((line) => !everything.has(line))).toEqual([]);
});

/** Style variables that a component sets on its own element. */
const WRITTEN = new Set(['--ant-modal-xs-width', '--ant-tooltip-overlay-color']);

test('every variable that these sheets read has a value', () => {
  const base = written('base.css');
  const missing = Object.values(SHEETS).flatMap(([prefix]) => {
    const css = written(`part/${prefix.slice('ant-'.length)}.css`);
    return [...variablesIn(css)].filter((v) => !css.includes(`${v}:`) && !base.includes(`${v}:`) && !WRITTEN.has(v));
  });
  expect(missing).toEqual([]);
});

/** The sources of the console below a folder. */
const sources = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .flatMap((f) => (/\.tsx?$/.test(f) ? [{ f, text: fs.readFileSync(`${folder}/${f}`, 'utf8') }] : []));

test('no page asks for what the build leaves out of antd', () => {
  const asks =
    /<(Skeleton\.(Avatar|Button|Image|Input)|Badge\.Ribbon|Button\.Group)\b|<(Button|Segmented|Badge|Alert)\b[^>]*\s(ghost|shape|iconPlacement|vertical|orientation|banner|closable|dot|status)\b/;
  expect(sources('src').filter(({ text }) => asks.test(text))).toEqual([]);
});

test('the folder ui defines nothing that the console takes from antd', () => {
  const antds =
    /export (?:default )?(?:function|const) (Button|Flex|Skeleton|Empty|Segmented|SegmentedControl|Checkbox|Alert|Badge)\b/;
  expect(sources('src').filter(({ text }) => antds.test(text))).toEqual([]);
});
