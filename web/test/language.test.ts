import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '../src');
const files = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.(tsx?|css)$/.test(f) && f !== path.join('kit', 'api', 'schema.ts'));
const read = (file: string) => fs.readFileSync(path.join(SRC, file), 'utf8');

/** Words that hide who or what a sentence is about. */
const VAGUE = /\b(?:whoever|whatever|whomever|somebody|someone|nobody|anybody|everybody|he|she|him|his|the house)\b/i;

/** Comments of a source: whole lines, and the end of a line of code. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

it('comments say who or what they are about', () => {
  const wrong = files.flatMap((file) =>
    Array.from(read(file).matchAll(COMMENT), ([comment]) => comment)
      .filter((comment) => VAGUE.test(comment))
      .map((comment) => `${file}: ${comment}`),
  );
  expect(wrong).toEqual([]);
});

/** Former names. The new ones are those that React, HTTP or the API use, and say what they are of. */
const RETIRED = new Set(
  `Wish wishOf useAsk useAsked ask at to useAct useSend call callPath answerOf keepFresh freshToken Early takeEarly begin
  Float place Check Tip Pager Segments useWanted Want LateSelect LateApp feedback report Problem Facts RowFacts Ghost Gate useMay
  useCan As shown Several onTheWire wire Choosing learn choose Embedded forgetFailed leaving forget Optional Beside Through Dossier
  useDossier Told Tempo Why Cannot rise Risen useRising useFollow useLastLook useReached useShort shortOf useFill untouched handled
  over moving neverBegun catchUp staleCredit staleInbox staleNotices staleReviews Said Shown Heard Called SHIPPED MOST MANY NONE
  WeighModal LiftModal Held Deed Values Kind KINDS Way Words LIST ONE ALL MOVES CHANGES useColumns OfUser`.split(/\s+/),
);

it('retired names do not come back', () => {
  const declared = /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class|type|interface) (\w+)/gm;
  const wrong = files.flatMap((file) =>
    Array.from(read(file).matchAll(declared), ([, name]) => name as string)
      .filter((name) => RETIRED.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
  expect(files.filter((file) => RETIRED.has(path.parse(file).name))).toEqual([]);
});

it('a prop has a noun for a name', () => {
  expect(files.filter((file) => file.endsWith('.tsx') && /\sof=[{"]/.test(read(file)))).toEqual([]);
});
