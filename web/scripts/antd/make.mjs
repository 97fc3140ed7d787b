// antd without its run time: writes to `.antd/` what its modules of style become (`loader.cjs` puts them in their place).
// Each component brings its own sheet, so a page loads the rules of what it shows; colours of both themes and of every accent are
// variables of the root element, so nothing is computed in the browser and a change of the theme renders nothing anew.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cut, only as onlyOf, rulesOf, variablesIn } from './rules.mjs';

process.env.NODE_ENV = 'development'; // names its components, by which they are told from its hooks
const require = createRequire(import.meta.url);
const ANTD = path.dirname(require.resolve('antd/package.json'));
const OUT = '.antd';
const ROOT = 'css-var-root';

/** Modules of style by folder, where its first classes are others than `.ant-<folder>`. */
const OWNERS = {
  'back-top': ['float'],
  badge: ['badge', 'ribbon'],
  'border-beam': ['border'],
  button: ['btn'],
  calendar: ['picker'],
  'color-picker': ['color'],
  'config-provider': [],
  'date-picker': ['picker'],
  'float-button': ['float'],
  grid: ['row', 'col'],
  input: ['input', 'otp'],
  'input-number': ['input-number', 'input'],
  'qr-code': ['qrcode'],
  'tree-select': ['tree', 'select'],
  _util: ['wave'],
};
/** Ways in and out that components share. */
const MOTIONS = ['slide', 'move', 'zoom', 'fade'];

const files = (folder) =>
  fs
    .readdirSync(path.join(ANTD, 'es', folder), { recursive: true })
    .flatMap((f) => (f.endsWith('.js') ? [path.join(folder, f)] : []));
const styles = fs
  .readdirSync(path.join(ANTD, 'es'))
  .flatMap((folder) => (fs.existsSync(path.join(ANTD, 'es', folder, 'style')) ? files(`${folder}/style`) : []))
  .concat('_util/wave/style.js');

const sourceOf = (file) => fs.readFileSync(path.join(ANTD, 'es', file), 'utf8');
const folderOf = (file) => file.split('/')[0];

/** The hooks of style among the exports of a module. */
function hooksOf(file) {
  const source = sourceOf(file);
  const made = [...source.matchAll(/export (?:const (\w+)|(default)) ?=? ?gen(?:StyleHooks|ComponentStyleHook)\(/g)];
  const names = made.map(([, name]) => name ?? 'default');
  // The menu makes its hook within another one.
  return /export default \(prefixCls/.test(source) ? [...names, 'default'] : names;
}

/** Asks for the variables of a component. */
function Probe({ use, prefix }) {
  use(prefix, prefix);
  return null;
}

/** Values of all variables of a theme, by antd itself. */
function variablesOf(theme) {
  const { createElement: h } = require('react');
  const { renderToString } = require('react-dom/server');
  const { createCache, extractStyle, StyleProvider } = require('@ant-design/cssinjs');
  const { ConfigProvider } = require('antd');
  const probes = styles.flatMap((file) =>
    hooksOf(file).map((name) =>
      h(Probe, { key: file + name, use: require(path.join(ANTD, 'lib', file))[name], prefix: `ant-${folderOf(file)}` }),
    ),
  );
  const cache = createCache();
  const given = { ...theme, hashed: false, zeroRuntime: true, cssVar: { key: ROOT } };
  renderToString(h(StyleProvider, { cache }, h(ConfigProvider, { theme: given }, probes)));
  const css = extractStyle(cache, { plain: true, types: ['cssVar', 'token'] });
  const rules = rulesOf(css).map(({ head, body }) => ({ head, values: valuesIn(body) }));
  const root = new Set(rules.flatMap(({ head, values }) => (head === `.${ROOT}` ? values.map(([name]) => name) : [])));
  return Object.fromEntries(
    rules.flatMap(({ head, values }) =>
      // A component's own name for a value belongs to it alone; a global value that it changes holds within it alone.
      values.map(([name, value]) => [head !== `.${ROOT}` && root.has(name) ? `${scopeOf(head)} ${name}` : name, value]),
    ),
  );
}

const valuesIn = (body) =>
  [...body.matchAll(/(--ant-[\w-]+):((?:[^;"']|"[^"]*"|'[^']*')*);/g)].map((m) => [m[1], m[2]]);

/** The class of the component whose variables a rule sets. */
function scopeOf(head) {
  const folder = /\.ant-([\w-]+)$/.exec(head)?.[1];
  return `.ant-${(OWNERS[folder] ?? [folder])[0]}`;
}

/** What the components' own code reads of the theme besides variables. */
const READ =
  /^(screen\w+|z\w+Base|borderRadius|lineWidth|motion|wireframe|sizePopupArrow|(margin|padding|size)(XXS|XS|SM)?|controlHeight(SM)?|font(Size|Height)(SM|LG)?|lineHeight(SM)?|color(Text|TextDescription|Fill\w*|BgContainer|BgElevated))$/;

function tokensOf(theme) {
  const { theme: antd } = require('antd');
  const all = antd.getDesignToken(theme);
  return Object.fromEntries(Object.entries(all).filter(([name]) => READ.test(name)));
}

const write = (selector, entries) =>
  entries.length > 0 ? `${selector}{${entries.map(([name, value]) => `${name}:${value};`).join('')}}\n` : '';

/** Values on the root element, and those that hold within a component on its own. */
function rule(selector, values) {
  const scopes = Map.groupBy
    ? Map.groupBy(Object.entries(values), ([name]) => name.split(' ').at(-2) ?? '')
    : Object.entries(values).reduce((m, e) => {
        const scope = e[0].split(' ').at(-2) ?? '';
        return m.set(scope, [...(m.get(scope) ?? []), e]);
      }, new Map());
  return [...scopes]
    .map(([scope, entries]) =>
      write(
        scope ? `${selector} .${ROOT}${scope}` : selector,
        entries.map(([name, value]) => [name.split(' ').at(-1), value]),
      ),
    )
    .join('');
}
const changed = (values, base) => Object.fromEntries(Object.entries(values).filter(([name, v]) => base[name] !== v));
const only = (values, names) => Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
const within = (values, scopes) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.includes(' ') && scopes(name.split(' ')[0])));

/** Selector of a theme; the head script and the providers write both attributes. */
function themesOf({ themeOf, PRESETS, PRIMARY }) {
  const colours = Object.values(PRESETS).filter((c) => c !== PRIMARY);
  const light = variablesOf(themeOf(false, PRIMARY));
  const dark = variablesOf(themeOf(true, PRIMARY));
  // What only the light theme changes within a component is in the dark what it is outside of it.
  for (const name of Object.keys(light)) if (name.includes(' ') && !(name in dark)) dark[name] = 'inherit';
  return {
    light,
    dark: changed(dark, light),
    accents: colours.flatMap((colour) => [
      [`:root:not([data-theme=dark])[data-accent="${colour}"]`, changed(variablesOf(themeOf(false, colour)), light)],
      [`:root[data-theme=dark][data-accent="${colour}"]`, changed(variablesOf(themeOf(true, colour)), dark)],
    ]),
  };
}

/** The text of a module of style: its hooks load the sheet, its plain values stay, its generators are gone. */
function stubOf(file) {
  const module = require(path.join(ANTD, 'lib', file));
  const hooks = new Set(hooksOf(file));
  const folder = folderOf(file);
  const lines = [];
  for (const [name, value] of Object.entries(module)) {
    if (name === '__esModule') continue;
    const left = name === 'default' ? 'export default' : `export const ${name} =`;
    if (typeof value === 'string' || typeof value === 'number') lines.push(`${left} ${JSON.stringify(value)};`);
    else if (hooks.has(name) && /_util/.test(file)) lines.push(`${left} () => '';`);
    else if (hooks.has(name) || (file.endsWith('style/index.js') && name === 'default'))
      lines.push(`${left} () => HOOK;`);
    else lines.push(`${left} () => null;`);
  }
  const up = path.relative(path.dirname(path.join(ANTD, 'es', file)), path.resolve(OUT));
  return `import '${up}/${folder}.css';\nconst HOOK = ['', '${ROOT}'];\n${lines.join('\n')}\n`;
}

/** What stands in for antd's own computing of themes. */
function themeStubs(tokens) {
  return {
    'theme/useToken.js': `const LIGHT = ${JSON.stringify(tokens.light)};
const DARK = { ...LIGHT, ...${JSON.stringify(changed(tokens.dark, tokens.light))} };
const VARIABLE = { prefix: 'ant', key: '${ROOT}' };
export default function useToken() {
  const token = typeof document !== 'undefined' && document.documentElement.dataset.theme === 'dark' ? DARK : LIGHT;
  return [{ id: 0 }, token, '', token, VARIABLE, true];
}
export const unitless = {};
export const ignore = {};
export const getComputedToken = () => ({});
`,
    'theme/context.js': `import React from 'react';
export const defaultTheme = { id: 0 };
export const defaultConfig = { token: {}, override: { override: {} }, hashed: false };
export const DesignTokenContext = React.createContext(defaultConfig);
`,
    'theme/internal.js': `export { default as useToken } from './useToken';
export { PresetColors } from './interface';
export { defaultConfig, DesignTokenContext } from './context';
export const useResetIconStyle = () => undefined;
export const genComponentStyleHook = () => () => '';
`,
    'cssinjs.js': `import React from 'react';
export const StyleContext = React.createContext({});
export const createTheme = () => ({ id: 0 });
export const unit = (v) => (typeof v === 'number' ? \`\${v}px\` : v);
export const useStyleRegister = () => undefined;
export class Keyframes {}
`,
    'theme/index.js': 'export default {};\n',
    ...partStubs(),
    'theme/themes/seed.js': 'export default {};\nexport const defaultPresetColors = {};\n',
    'theme/util/genStyleUtils.js': `export const genCssVar = (antCls, component) => {
  const prefix = \`--\${antCls.replace(/\\./g, '')}-\${component}-\`;
  return [(name) => prefix + name, (name, fallback) => (fallback ? \`var(\${prefix + name}, \${fallback})\` : \`var(\${prefix + name})\`)];
};
export const genStyleHooks = () => () => ['', '${ROOT}'];
export const genComponentStyleHook = () => () => '';
export const genSubStyleComponent = () => () => null;
`,
  };
}

/** What stands in for parts of components that no page shows. `test/antd.test.tsx` keeps the sources from using them. */
function partStubs() {
  const none = 'export default () => null;\n';
  return {
    // The ring that spreads from a pressed button.
    '_util/wave/index.js': 'export default ({ children }) => children ?? null;\n',
    // The context names the icon of a busy button, without a motion.
    'button/DefaultLoadingIcon.js': none,
    // The thumb that slides to the chosen option.
    'MotionThumb.js': none,
    // The drawing in colours of the palette; the context names the simple one, which the console's sheet paints.
    'empty/empty.js': none,
    'empty/simple.js': `import React from 'react';
const h = React.createElement;
export default () =>
  h('svg', { width: 64, height: 41, viewBox: '0 0 64 41', 'aria-hidden': true },
    h('g', { transform: 'translate(0 1)', fill: 'none', fillRule: 'evenodd' },
      h('ellipse', { cx: 32, cy: 33, rx: 32, ry: 7 }),
      h('g', { fillRule: 'nonzero' },
        h('path', { d: 'M55 12.8 44.9 1.3Q44 0 42.9 0H21.1q-1.2 0-2 1.3L9 12.8V22h46z' }),
        h('path', { d: 'M41.6 16c0-1.7 1-3 2.2-3H55v18.1c0 2.2-1.3 3.9-3 3.9H12c-1.7 0-3-1.7-3-3.9V13h11.2c1.2 0 2.2 1.3 2.2 3s1 2.9 2.2 2.9h14.8c1.2 0 2.2-1.4 2.2-3' }))));
`,
    ...Object.fromEntries(['Avatar', 'Button', 'Image', 'Input'].map((part) => [`skeleton/${part}.js`, none])),
  };
}

/** Every file below a folder whose name ends so. */
const under = (folder, end) =>
  fs.readdirSync(folder, { recursive: true }).flatMap((f) => (f.endsWith(end) ? [path.join(folder, f)] : []));

/** The classes of antd that the console itself writes: its own parts look as antd's do. */
function writtenClasses() {
  const text = under('src', '.tsx').map((f) => fs.readFileSync(f, 'utf8'));
  return new Set(text.flatMap((t) => [...t.matchAll(/(?<![\w.-])ant-[\w-]+/g)].map(([name]) => name)));
}

/** The variables of antd that the console's own sheets read. */
const ownVariables = () => under('src', '.css').flatMap((f) => [...variablesIn(fs.readFileSync(f, 'utf8'))]);

async function main() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(path.resolve('src/lib/theme/tokens.ts'));
  const sheets = cut(fs.readFileSync(path.join(ANTD, 'dist/antd.css'), 'utf8'));
  const themes = themesOf(module);
  const read = new Map([...sheets].map(([owner, css]) => [owner, variablesIn(css)]));
  const of = (names) =>
    rule(':root', only(themes.light, names)) + rule(':root[data-theme=dark]', only(themes.dark, names));
  const all = new Set([...[...read.values()].flatMap((names) => [...names]), ...ownVariables()]);

  // What is there from the first screen on: the rules of our own parts, and the variables that those and our sheets read. The
  // sheets of components bring the rest, each its own.
  const written = writtenClasses();
  const light = [...sheets].map(([owner, css]) => (owner === 'base' ? '' : onlyOf(css, written))).join('');
  const icons = require('@ant-design/icons/lib/renderUtils').iconStyles;
  const first = `${icons}${sheets.get('base')}${light}`;
  const known = new Set(['--ant-font-family', '--ant-color-text', '--ant-color-bg-container']);
  const shared = new Set([...known, ...variablesIn(first), ...ownVariables()]);

  fs.rmSync(OUT, { recursive: true, force: true });
  fs.mkdirSync(OUT, { recursive: true });
  const put = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(OUT, name)), { recursive: true });
    fs.writeFileSync(path.join(OUT, name), text);
  };
  for (const [owner, css] of sheets) {
    const own = new Set([...read.get(owner)].filter((name) => !shared.has(name)));
    const overrides = (values) => within(values, (scope) => scope === `.ant-${owner}`);
    const scoped = rule(':root', overrides(themes.light)) + rule(':root[data-theme=dark]', overrides(themes.dark));
    put(`part/${owner}.css`, `@layer antd{\n${of(own)}${scoped}${css}\n}\n`);
  }
  const isWritten = (scope) => written.has(scope.slice(1));
  const scoped =
    rule(':root', within(themes.light, isWritten)) + rule(':root[data-theme=dark]', within(themes.dark, isWritten));
  put('base.css', `@layer antd{\n${of(shared)}${scoped}${first}\n}\n`);
  put(
    'accents.css',
    `@layer antd{\n${themes.accents.map(([at, values]) => rule(at, { ...only(values, all), ...within(values, () => true) })).join('')}}\n`,
  );
  const folders = new Set(styles.map(folderOf));
  for (const folder of folders) {
    const sources = styles
      .filter((f) => folderOf(f) === folder)
      .map(sourceOf)
      .join('\n');
    const motions = /style\/motion'/.test(sources)
      ? MOTIONS.filter((m) =>
          new RegExp(`\\binit${m}|${m}(Up|Down|Left|Right|In|Out)|init${m[0].toUpperCase()}${m.slice(1)}`, 'i').test(
            sources,
          ),
        )
      : [];
    const owners = [...(OWNERS[folder] ?? [folder]), ...motions].filter((o) => sheets.has(o));
    put(`${folder}.css`, owners.map((o) => `@import "./part/${o}.css";`).join('\n'));
  }
  const stubs = Object.fromEntries(styles.map((file) => [file, stubOf(file)]));
  Object.assign(
    stubs,
    themeStubs({
      light: tokensOf(module.themeOf(false, module.PRIMARY)),
      dark: tokensOf(module.themeOf(true, module.PRIMARY)),
    }),
  );
  for (const [file, text] of Object.entries(stubs)) put(`stub/${file}`, text);
  put(
    'sum',
    createHash('sha256')
      .update(JSON.stringify(stubs) + fs.readFileSync('scripts/antd/loader.cjs'))
      .digest('hex'),
  );
}

await main();
