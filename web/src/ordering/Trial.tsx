import { Alert, Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { Chart } from '@/kit/chart/Chart';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import css from './insight.module.css';
import { type BulkDetail, endpoint, permission, useOrderKind } from './kind';
import { countOf } from './order';
import { changesOf } from './useReview';

type TrialResult = Omit<NonNullable<BulkDetail['ab']>, 'message'>;
type Tried = { id: string; beginTime: string | null; ab?: TrialResult };
type Variant = TrialResult['rest'];
type VariantName = 'a' | 'b';

const RATES = ['delivered', 'read', 'replied'] as const;
type Rate = TrialResult['by'];

/** Returns how many called recipients received the message, read it, answered, or clicked. Clicks are counted where they decide. */
function reached(v: Variant, rate: Rate): number {
  if (rate === 'clicked') return v.reached;
  if (rate === 'replied') return v.replied;
  const read = countOf(v, 'read') + countOf(v, 'complained');
  return rate === 'read' ? read : read + countOf(v, 'arrived');
}

/** Two messages compared by their sample, and which of them goes to the rest. */
export function Trial({ order }: { order: Tried }) {
  const t = useTranslations('order.ab');
  const f = useFormat();
  const email = useOrderKind().recipients === 'email';
  const { ab } = order;
  if (!ab) return null;
  const variants = ab.variants ?? [];
  const [a, b] = variants;
  const begun = order.beginTime !== null;
  const rates: readonly Rate[] = !email ? RATES : ab.by === 'clicked' ? ['delivered', 'clicked'] : ['delivered'];
  const share = (v: Variant | undefined, rate: Rate) => (v && v.called > 0 ? reached(v, rate) / v.called : 0);
  return (
    <Panel
      title={t('title')}
      extra={<span className={css.quiet}>{t('of', { share: ab.share, wait: ab.waitMinutes })}</span>}
    >
      {begun && a && b && (
        <>
          <Chart
            kind="bar"
            label={t('chart')}
            data={rates.map((rate) => ({ rate: t(`rates.${rate}`), a: share(a, rate), b: share(b, rate) }))}
            x="rate"
            xLabel={t('rate')}
            series={[
              { field: 'a', label: t('a'), colour: 1 },
              { field: 'b', label: t('b'), colour: 3 },
            ]}
            height={180}
            most={1}
            format={(v) => f.percent(v)}
          />
          <Finding told={ab} />
        </>
      )}
      <DescriptionList
        items={[
          ...variants.map((v) => ({
            label: t(v.name === 'b' ? 'b' : 'a'),
            value: begun
              ? t('called', { called: f.count(v.called), total: f.count(v.total), rate: f.percent(v.rate) })
              : f.count(v.total),
          })),
          { label: t('rest'), value: f.count(ab.rest.total) },
          { label: t('by'), value: t(`rates.${ab.by}`) },
          ...(begun ? [{ label: t('choice'), value: <Choice told={ab} /> }] : []),
        ]}
      />
      <Choose id={order.id} told={ab} />
    </Panel>
  );
}

/** Shows whether the difference is statistically reliable. */
function Finding({ told }: { told: TrialResult }) {
  const t = useTranslations('order.ab');
  const f = useFormat();
  const { verdict, leads, pValue, difference } = told.finding;
  const facts = {
    leads: leads.toUpperCase(),
    points: f.count(Math.round(Math.abs(difference) * 1000) / 10),
    chance: f.percent(pValue),
  };
  return (
    <Alert
      className={css.finding}
      type={verdict === 'clear' ? 'success' : 'info'}
      showIcon
      data-testid="finding"
      title={t(leads === '' && verdict === 'chance' ? 'findings.same' : `findings.${verdict}`, facts)}
    />
  );
}

function Choice({ told }: { told: TrialResult }) {
  const t = useTranslations('order.ab');
  const f = useFormat();
  if (told.chosen) {
    const facts = { name: told.chosen.toUpperCase(), who: told.chosenBy, time: f.time(told.chosenTime) };
    return t(told.chosenBy === 'auto' ? 'chosenAuto' : 'chosenBy', facts);
  }
  if (!told.dueTime) return t('sampling');
  return told.choose === 'hand' ? t('yours') : t('due', { time: f.time(told.dueTime) });
}

function Choose({ id, told }: { id: string; told: TrialResult }) {
  const t = useTranslations('order.ab');
  const can = usePermission();
  const kind = useOrderKind();
  const { modal } = useApp();
  const send = useApiMutation(
    (variant: VariantName) => request('put', endpoint(kind, '/{id}/variant'), { path: { id }, body: { variant } }),
    { changes: changesOf(kind) },
  );
  if (!told.choosable || !can(permission(kind, 'variant'))) return null;
  const ask = (variant: VariantName) =>
    void modal.confirm({
      title: t('ask.title', { name: variant.toUpperCase() }),
      content: t('ask.text', { n: told.rest.total }),
      okText: t('ask.ok'),
      onOk: () => send.mutateAsync(variant).catch(() => {}), // said by the one error handler
    });
  return (
    <Flex gap={8} wrap className={css.choose}>
      {(['a', 'b'] as const).map((variant) => (
        <Button
          key={variant}
          type={told.finding.verdict === 'clear' && told.finding.leads === variant ? 'primary' : 'default'}
          onClick={() => ask(variant)}
        >
          {t('choosing', { name: variant.toUpperCase() })}
        </Button>
      ))}
    </Flex>
  );
}
