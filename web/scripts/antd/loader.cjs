// Puts what `make.mjs` wrote in the place of antd's modules of style and theme.
const fs = require('node:fs');
const path = require('node:path');

const STUBS = path.resolve(__dirname, '../../.antd/stub');

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
};

module.exports = function stub(source) {
  const [, name] =
    /[\\/]node_modules[\\/](?:antd|@ant-design[\\/]cssinjs)[\\/]es[\\/](.*)$/.exec(this.resourcePath) ?? [];
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
