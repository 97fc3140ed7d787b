import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import formatMessage from '@/lib/i18n/formatMessage';
import { isText, messagesOf, sources } from '../scripts/messages.mjs';

/** The languages of the console whose nouns have a plural. */
const PLURAL = ['en-US', 'pt-BR'] as const;

/** Texts whose count is never 1, by the reason. */
const NEVER_ONE = new Set(
  [
    // Periods that a control offers: 7 days and more.
    'shared.days contact.emails.days customer.nothingSent email.filter.days leadfunnel.days sending.days shuntlink.days',
    'welcome.chargedNote welcome.deliveredNote',
    // Limits that are constants, and settings whose minimum is above 1.
    'auth.rule auth.short buildgroup.avatarSquare contact.emails.most email.test.hint emaileditor.fullContainers form.max',
    'form.numbers order.deadlineFar order.segmentHint order.segmentWrong.length order.segmentWrong.many order.tooLong',
    'profile.segmentNote recording.contentHint recording.fileHint recording.formatOf setting.length template.segmentHint',
    // Sizes of groups, which have several people.
    'buildgroup.makes.adds buildgroup.makes.invites buildgroup.sizeHint buildgroup.tooFew buildgroup.tooMany',
    // Shown above 1 only: the first of many, and repetitions.
    'form.firstErrors inbox.together operation.restsTimes reconcile.firstOf statement.chartPart statement.sheetPart',
    // Amounts with two decimals.
    'agent.lowBelow table.credits welcome.reservedNow',
  ].flatMap((names) => names.split(' ')),
);

/** Arguments that are names, times, shares or amounts with their unit. A verb may follow them. */
const NO_COUNT = new Set(
  `address amount app balance charged code cost country credits customer field key leads name number orderNo price rate
  reserved share who`.split(/\s+/),
);

/** A noun in the plural, perhaps behind one other word. */
const NOUN = /^ (?!(?:com|em|ms|or|ou|with)\b)(?:[\p{Ll}-]+ )?(?:[\p{Ll}-]+s|people|pessoas)\b/u;

/** Returns the arguments that stand before a noun in the plural, outside of the branches that are for 1 or for all else. */
function bare(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node, i) => {
    if (!Array.isArray(node)) return [];
    const [name, type, more] = node;
    const next = nodes[i + 1];
    if (more && typeof more === 'object')
      return ['1', '=1', 'one'].some((one) => one in more) ? [] : Object.values(more).flatMap(bare);
    const isArgument = node.length === 1 || typeof type === 'number';
    return isArgument && typeof next === 'string' && !NO_COUNT.has(name) && NOUN.test(next) ? [name as string] : [];
  });
}

/** Names of the texts with a count before a noun that is always in the plural. */
function always(node: object | string, at = ''): string[] {
  if (typeof node === 'string') return [];
  if (isText(node))
    return PLURAL.some((l) => bare(compile((node as Record<string, string>)[l] ?? '')).length) ? [at] : [];
  return Object.entries(node).flatMap(([key, next]) => always(next, at && key ? `${at}.${key}` : key));
}

const text = (of: string) => Object.fromEntries(PLURAL.map((locale) => [locale, of]));

describe('a count before a noun', () => {
  it('has a plural, unless it is never 1', () => {
    const found = sources().flatMap(({ namespaces }) => {
      const { auditWords: _, ...messages } = namespaces as Record<string, object>;
      return always(messages);
    });
    expect(found.filter((name) => !NEVER_ONE.has(name))).toEqual([]);
    expect([...NEVER_ONE].filter((name) => !found.includes(name))).toEqual([]);
  });

  it.each([
    ['Send to {n} recipients?', true],
    ['{n, number} failed recipients', true],
    ['{type, select, sms {{n} messages} other {calls}}', true],
    ['{n, plural, one {# recipient} other {# recipients}}', false],
    ['{n} {n, select, 1 {recipient} other {recipients}}', false],
    ['{name} was created', false],
  ])('is found: %s', (message, refused) => {
    expect(always({ a: text(message) })).toEqual(refused ? ['a'] : []);
  });
});

type Values = Record<string, string | number>;

const all = Object.fromEntries(PLURAL.map((locale) => [locale, messagesOf(locale)]));

/** Formats a text of the console as the console does. */
function said(locale: (typeof PLURAL)[number], name: string, values: Values) {
  const message = name.split('.').reduce((group: never, key) => group[key], all[locale] as never) as string;
  const formatters = {
    getNumberFormat: (of: string, options?: object) => new Intl.NumberFormat(of, options),
    getPluralRules: (of: string, options?: object) => new Intl.PluralRules(of, options),
  };
  return formatMessage(name, compile(message), values, { locale, formatters });
}

describe('a text with a count', () => {
  it.each<[name: string, values: Values, english: string, portuguese: string]>([
    ['order.ask.create.title', { n: '1' }, 'Send to 1 recipient?', 'Enviar para 1 destinatário?'],
    // "1.234" is a text: Portuguese would count the number 1.234 as one.
    ['order.ask.create.title', { n: '1.234' }, 'Send to 1.234 recipients?', 'Enviar para 1.234 destinatários?'],
    ['usdt.deep', { n: 1 }, '1 confirmation', '1 confirmação'],
    ['usdt.deep', { n: 12 }, '12 confirmations', '12 confirmações'],
    ['email.tempo.perMinute', { n: 67_900 }, '67,900 emails a minute', '67.900 e-mails por minuto'],
    ['table.bulk.done', { n: 1 }, '1 done', '1 concluído'],
  ])('%s agrees with %o', (name, values, english, portuguese) => {
    expect(PLURAL.map((locale) => said(locale, name, values))).toEqual([english, portuguese]);
  });

  it.each([
    ['0', '1', '0 of 1 recipient is', '0 de 1 destinatário foi processado'],
    ['1', '5', '1 of 5 recipients is', '1 de 5 destinatários foi processado'],
    ['0', '5', '0 of 5 recipients are', '0 de 5 destinatários foram processados'],
    ['2', '5', '2 of 5 recipients are', '2 de 5 destinatários foram processados'],
  ])('of a part agrees with %s of %s', (done, total, english, portuguese) => {
    const texts = PLURAL.map((locale) => said(locale, 'order.ask.start.text', { done, total }));
    expect(texts).toEqual([
      `Sending resumes where it stopped: ${english} done.`,
      `O envio continua de onde parou: ${portuguese}.`,
    ]);
  });
});
