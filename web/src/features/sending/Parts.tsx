import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { DeliveryRate } from '@/kit/cell/DeliveryRate';
import { DictTag } from '@/kit/dict/DictTag';
import { EmptyState } from '@/kit/page/EmptyState';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import css from './sending.module.css';
import type { SendingReport } from './sendingReport';

const PART_KINDS = ['customers', 'channels', 'countries', 'templates'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** The kinds that the server lists on request only: they need the figures of every customer. */
export const DETAILED: readonly PartKind[] = ['customers', 'templates'];

type Part = NonNullable<SendingReport['customers']>[number];

/** Shows the figures grouped by customer, channel, country or template. */
export function Parts({
  report,
  kind,
  onKind,
}: {
  report?: SendingReport;
  kind: PartKind;
  onKind: (kind: PartKind) => void;
}) {
  const t = useTranslations('sending');
  const rows = report?.[kind] ?? [];
  return (
    <Panel title={t('by')}>
      <div className={css.choose}>
        <Segmented
          aria-label={t('by')}
          value={kind}
          options={PART_KINDS.map((value) => ({ value, label: t(value) }))}
          onChange={onKind}
        />
      </div>
      {report?.more && DETAILED.includes(kind) && <p>{t('more')}</p>}
      {report && rows.length === 0 ? <EmptyState description={t('empty')} /> : <Table kind={kind} rows={rows} />}
    </Panel>
  );
}

function Table({ kind, rows }: { kind: PartKind; rows: Part[] }) {
  const t = useTranslations('sending');
  const tt = useTranslations('table');
  const f = useFormat();
  const most = Math.max(1, ...rows.map((r) => r.sent));
  const share = (part: number, whole: number) => (whole > 0 ? f.percent(part / whole) : '–');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls must be reachable
    <section className={css.scroll} tabIndex={0} aria-label={t(kind)}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(kind)}</th>
            <th scope="col">{t('sent')}</th>
            <th scope="col" title={tt('deliveryRateNote')}>
              {tt('deliveryRate')}
            </th>
            <th scope="col">{t('read')}</th>
            <th scope="col">{t('failed')}</th>
            <th scope="col">{t('cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.key}>
              <th scope="row">
                <Name kind={kind} part={r} />
                <i aria-hidden="true">
                  <u style={{ width: `${(r.sent / most) * 100}%` }} />
                </i>
              </th>
              <td>{f.count(r.sent)}</td>
              <td>
                <DeliveryRate delivery={r} />
              </td>
              <td>{share(r.read, r.arrived)}</td>
              <td>{share(r.failed - r.heldBack, r.targets)}</td>
              <td>{f.credits(r.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The id that the provider's name of a template of ours ends with says nothing to its author. */
const OURS = /_[0-9a-z]{26}(?=\/|$)/;

export const templateName = (key: string) => key.replace(OURS, '');

function Name({ kind, part }: { kind: PartKind; part: Part }) {
  const t = useTranslations('sending');
  const f = useFormat();
  if (kind === 'channels') return <DictTag code="channel" value={part.key} />;
  if (kind === 'countries') return f.country(part.key);
  if (kind === 'templates') return part.key ? templateName(part.key) : t('noTemplate');
  return part.name || part.key;
}
