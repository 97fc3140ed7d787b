import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GRANTS, permissionTypes } from '../scripts/permissions.mjs';

const ROOT = path.join(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.tsx?$/.test(f))
    .map((f) => path.join(folder, f));
}
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

describe('sources', () => {
  it('a TSX file has at most 200 lines', () => {
    const long = sources('src').filter((f) => f.endsWith('.tsx') && read(f).split('\n').length > 200);
    expect(long).toEqual([]);
  });

  it('no text stands in TSX outside of the messages', () => {
    const wrong = sources('src')
      .filter((f) => f.endsWith('.tsx'))
      .flatMap((file) =>
        read(file)
          .split('\n')
          .filter((line) => !/^\s*(\/\/|\*|\/\*|\{\/\*)/.test(line))
          .flatMap((line) => [
            ...Array.from(line.matchAll(/<\w[^<>]*>\s*([\p{L}][\p{L} ,.!?…]+)</gu), (m) => m[1] as string),
            ...Array.from(
              line.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([^"]*\p{L}[^"]*)"/gu),
              (m) => m[1] as string,
            ),
          ])
          .filter((text) => text !== 'Herald' && !/^(https:\/\/|\/)/.test(text)) // an address is none
          .map((text) => `${file}: ${text}`),
      );
    expect(wrong).toEqual([]);
  });

  it('what the kit wraps is taken from the kit', () => {
    const alone: [what: RegExp, where: string, why: string][] = [
      [/\b(?:local|session)Storage\b/, 'src/lib/storage.ts', 'blocked site data makes it throw: use lib/storage'],
      [/\b(?:Date|Time)Picker\b/, 'src/kit/input/dates.tsx', 'a picked day is lost without OK: use kit/input/dates'],
      [/=== 'Enter'|!== 'Enter'/, 'src/lib/input/keys.ts', 'an input method confirms with Enter: use isEnter'],
      [/\bisComposing\b/, 'src/lib/input/keys.ts', 'false in Safari: use composing'],
      [/\boptionFilterProp\b/, '', 'knows one Unicode form: use searching of lib/input/fold'],
    ];
    const wrong = sources('src').flatMap((file) => {
      if (file === 'src/app/layout.tsx') return []; // its head script runs before any module
      const code = read(file).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
      return alone.filter(([what, where]) => file !== where && what.test(code)).map(([, , why]) => `${file}: ${why}`);
    });
    expect(wrong.filter((w) => !/^src\/kit\/form\/frame/.test(w))).toEqual([]);
  });

  it('a feature takes its fields from formOf, which knows their names', () => {
    const raw = /import \{[^}]*\b(?:Field|NumberField)\b[^}]*\} from '@\/kit\/form\/|Form\.useWatch\(['"]/;
    expect(sources('src/features').filter((file) => raw.test(read(file)))).toEqual([]);
  });

  it('a select of several is the one of the kit, which Tab leaves as it is', () => {
    const wrong = sources('src').filter((file) => {
      const antd = /import \{[^}]*\bSelect\b[^}]*\} from 'antd'/.test(read(file));
      return antd && file !== 'src/ui/Select.tsx' && /mode="(?:multiple|tags)"|'(?:multiple|tags)'/.test(read(file));
    });
    expect(wrong).toEqual([]);
  });

  it('changes are sent by useApiMutation and useWork, whose callbacks are told when a page is hidden', () => {
    // Calls that cannot make a change twice: a file, a document, an upload, a look at caches.
    const free = [
      'lib/api/mutation.ts',
      'kit/export/ExportButton.tsx',
      'kit/print/PrintButton.tsx',
      'kit/upload/UploadField.tsx',
      'app/shell/tools.ts',
    ];
    const wrong = sources('src')
      .filter((f) => !free.includes(f.split(path.sep).slice(1).join('/')))
      .filter((f) => /\buseMutation\b|\bonSuccess:/.test(read(f)) && !f.endsWith('lib/query.ts'));
    expect(wrong).toEqual([]);
    // The daily check-in happens once however often it is requested.
    const direct = sources('src')
      .filter((f) => !f.includes('lib/api/') && !f.endsWith('Streak.tsx'))
      .filter((f) => /\bapiData(At)?(<[^(]*>)?\(\s*'put'/.test(read(f)));
    expect(direct).toEqual([]);
  });

  it('what is exported is used, and not by tests alone', () => {
    // Read by Next.js; and the memory of a page, which a test empties as a reload does.
    const free = /^src\/app\/(?:layout|\[\[)|^src\/lib\/api\/schema\.ts|\.gen\.ts|forgetPending$/;
    const scripts = ['scripts/finish.mjs', 'scripts/antd/make.mjs'].map(read).join('\n');
    const words = new Map(sources('src').map((file) => [file, read(file).match(/\w+/g) ?? []]));
    const files = new Map<string, Set<string>>();
    for (const [file, all] of [...words, ['scripts', scripts.match(/\w+/g) ?? []] as const])
      for (const word of all) files.set(word, (files.get(word) ?? new Set()).add(file));
    const unused = sources('src').flatMap((file) =>
      Array.from(read(file).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm), (m) => m[1] as string)
        .filter((name) => files.get(name)?.size === 1 && words.get(file)?.filter((w) => w === name).length === 1)
        .map((name) => `${file}: ${name}`),
    );
    expect(unused.filter((name) => !free.test(name))).toEqual([]);
  });

  it('effects do not copy props into state', () => {
    // Sign-in pages and overlays of the shell have a document title, timers and listeners.
    const free = /features\/(?:auth|mynotice|saas|topup)\//;
    const wrong = sources('src/features').filter((f) => !free.test(f) && /useEffect\(/.test(read(f)));
    expect(wrong).toEqual([]);
  });

  it('the types are those of the OpenAPI document (npm run gen)', () => {
    const document = fs.readFileSync(path.join(ROOT, '../pkg/app/openapi.json'));
    const sum = createHash('sha256').update(document).digest('hex');
    expect(read('src/lib/api/schema.ts').split('\n', 1)[0]).toBe(`// openapi.json ${sum}`);
    const types = permissionTypes(JSON.parse(document.toString()), read(GRANTS));
    expect(read('src/lib/api/permissions.gen.ts')).toBe(types);
  });
});
