// Puts what `make.mjs` wrote in the place of antd's modules of style and theme.
const fs = require('node:fs');
const path = require('node:path');

const STUBS = path.resolve(__dirname, '../../.antd/stub');

const MOTION = "import CSSMotion from '@rc-component/motion';";
/** Shows its content or does not, at once. */
const NO_MOTION = 'const CSSMotion = ({ visible, children }) => (visible ? children({}, undefined) : null);';

/** What modules of antd take along for a word of it. A text that is not there any more ends the build: look what antd does now. */
const PATCHES = {
  // The whole of the forms, for every button, of which a context is wanted.
  'form/context.js': [
    "import { FormProvider as RcFormProvider } from '@rc-component/form';",
    "import { FormProvider as RcFormProvider } from '@rc-component/form/es/FormContext';",
  ],
  // The colour picker, for tips in a colour of one's own.
  'tooltip/util.js': [
    "import { generateColor } from '../color-picker/util';",
    'const generateColor = () => ({ toRgb: () => ({ r: 0, g: 0, b: 0 }) });',
  ],
  // The tooltip and its positioning, for options with a tooltip.
  // The way out of an alert with a cross, and of a number that becomes 0.
  'alert/Alert.js': [MOTION, NO_MOTION],
  'badge/Badge.js': [MOTION, NO_MOTION],
  // The sheet of spaces, for a button within a compact row of fields.
  'space/Compact.js': ["import useStyle from './style/compact';", "const useStyle = () => ['', ''];"],
  // English, for words that the console always gives.
  'locale/useLocale.js': ["import defaultLocaleData from './en_US';", "const defaultLocaleData = { locale: 'en' };"],
  'segmented/index.js': ["import Tooltip from '../tooltip';", 'const Tooltip = ({ children }) => children;'],
};

/**
 * An icon: what antd's own makes of it, without two colours, shadow roots and a sheet written at run time. Its English name ("down") is
 * not told to screen readers: an icon without a label of ours is not part of the accessible tree.
 */
const ICON = `import React from 'react';
const camel = (attrs) => Object.fromEntries(Object.entries(attrs).map(([k, v]) => [k.replace(/-(.)/g, (_, c) => c.toUpperCase()), v]));
const draw = (node, key) => React.createElement(node.tag, { key, ...camel(node.attrs) }, (node.children ?? []).map(draw));
export default function Icon({ className, icon, spin, rotate, tabIndex, onClick, twoToneColor, style, ref, ...rest }) {
  const { tag, attrs, children } = typeof icon.icon === 'function' ? icon.icon() : icon.icon;
  const turning = spin || icon.name === 'loading' ? ' anticon-spin' : '';
  const own = { width: '1em', height: '1em', fill: 'currentColor', 'aria-hidden': true, 'data-icon': icon.name };
  const turned = rotate ? { style: { transform: \`rotate(\${rotate}deg)\` } } : undefined;
  return React.createElement(
    'span',
    { ...(rest['aria-label'] || rest.role ? { role: 'img' } : { 'aria-hidden': true }), ...rest, ref, style, onClick, tabIndex: tabIndex ?? (onClick ? -1 : undefined),
      className: \`anticon anticon-\${icon.name}\${turning}\${className ? \` \${className}\` : ''}\` },
    React.createElement(tag, { ...camel(attrs), ...own, ...turned }, children.map(draw)),
  );
}
Icon.getTwoToneColor = () => [];
Icon.setTwoToneColor = () => {};
`;

module.exports = function stub(source) {
  if (/AntdIcon(Light)?\.js$/.test(this.resourcePath)) return ICON;
  const [, name] =
    /[\\/]node_modules[\\/](?:antd|@ant-design[\\/]cssinjs|@rc-component[\\/]segmented)[\\/]es[\\/](.*)$/.exec(
      this.resourcePath,
    ) ?? [];
  const file = path.join(STUBS, /cssinjs/.test(this.resourcePath) ? 'cssinjs.js' : (name ?? ''));
  const patch = PATCHES[(name ?? '').replaceAll('\\', '/')];
  if (patch) {
    if (!source.includes(patch[0])) throw new Error(`${name} is another than the patch expects`);
    return source.replace(...patch);
  }
  if (!name || !fs.existsSync(file)) return source;
  this.addDependency(file);
  return fs.readFileSync(file, 'utf8');
};
