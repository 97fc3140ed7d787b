import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import type { AllRows } from '@/kit/print/allRows';
import { Sheet, SheetFacts, SheetTable } from '@/kit/print/Sheet';
import type { RecordOf } from '@/lib/api/types';
import { useFormat } from '@/lib/format';
import { summaryOf } from './summary';

type Line = RecordOf<'/pi/personal/info/statement/page'>;

/** A statement on paper, the oldest line first: what came in, what went out, and the balances at both ends where they are known. */
export function StatementSheet({ found, user }: { found: AllRows<Line>; user: string }) {
  const t = useTranslations('statement');
  const tt = useTranslations('table');
  const f = useFormat();
  const signed = (v: number) => `${v > 0 ? '+' : ''}${f.credit(v).replace('-', '\u2212')}`;
  const types = useDict('business_type');
  const { lines, opening, closing, sums } = summaryOf(found);
  const [first, last] = [lines[0], lines.at(-1)];
  const of = (name: 'createTimeStart' | 'createTimeEnd', line?: Line) =>
    f.minute((found.query[name] as string | undefined) ?? line?.createTime);
  const part = found.total > lines.length;
  return (
    <Sheet
      kind={t('title')}
      title={user}
      note={t('period', { from: of('createTimeStart', first), to: of('createTimeEnd', last) })}
    >
      <SheetFacts
        strip
        items={[
          ...(opening === undefined ? [] : [{ label: t('opening'), value: f.credit(opening) }]),
          { label: tt('sumIn'), value: f.credit(sums.in) },
          { label: tt('sumOut'), value: signed(sums.out) },
          ...(closing === undefined ? [] : [{ label: t('closing'), value: f.credit(closing) }]),
        ]}
      />
      {part && <p>{t('sheetPart', { n: f.count(lines.length), total: f.count(found.total) })}</p>}
      <SheetTable<Line>
        rows={lines}
        rowKey={(l) => l.serialNumber}
        columns={[
          { key: 'time', title: t('createTime'), of: (l) => f.minute(l.createTime) },
          { key: 'type', title: t('businessType'), of: (l) => types.find(l.businessType)?.name ?? l.businessType },
          { key: 'remark', title: t('remark'), of: (l) => l.remark },
          { key: 'amount', title: f.inCredits(t('amount')), end: true, of: (l) => signed(l.amount) },
          { key: 'balance', title: t('balance'), end: true, of: (l) => f.credit(l.balance) },
        ]}
      />
    </Sheet>
  );
}
