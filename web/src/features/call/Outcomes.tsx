import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import { useDict } from '@/kit/dict/useDict';
import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { Bars } from './Bars';
import css from './call.module.css';
import type { CallDetail } from './order';

type CallOutcomes = NonNullable<CallDetail['calls']>;

const CALL_ENDS = ['human', 'machine', 'busy', 'noAnswer', 'failed'] as const;

/** Outcomes of the calls: answered or why not, talk time, who hung up, and the answers. */
export function Outcomes({ order }: { order: CallDetail }) {
  const t = useTranslations('call.outcomes');
  const f = useFormat();
  const { calls } = order;
  const ended = calls ? calls.answered + calls.busy + calls.noAnswer + calls.failed : 0;
  if (!calls || ended === 0) return null;
  const unknown = Math.max(0, calls.answered - calls.human - calls.machine);
  const bars = CALL_ENDS.map((key) => ({ key, label: t(key), count: calls[key] }));
  return (
    <Panel title={t('title')}>
      <dl className={css.key}>
        <Figure label={t('rate')} value={f.percent(calls.answered / ended)} />
        <Figure label={t('minutes')} value={f.count(calls.minutes)} />
        <Figure label={t('average')} value={t('seconds', { n: Math.round(calls.averageSeconds) })} />
        <Figure
          label={t('perAnswer')}
          value={calls.answered > 0 ? f.credits((calls.minutes * order.price) / calls.answered) : '–'}
        />
      </dl>
      <Bars
        label={t('title')}
        bars={
          unknown > 0
            ? [...bars.slice(0, 2), { key: 'somebody', label: t('somebody'), count: unknown }, ...bars.slice(2)]
            : bars
        }
        whole={ended}
      />
      {calls.machine > 0 && <p className={css.note}>{t('machineNote')}</p>}
      <Answers order={order} told={calls} />
      <Hours told={calls} />
    </Panel>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The keys and words of the called, and who ended the calls; answered calls only. */
function Answers({ order, told }: { order: CallDetail; told: CallOutcomes }) {
  const t = useTranslations('call.outcomes');
  const parties = useDict('call_party');
  const labels = [...new Set((order.intents ?? []).map((i) => i.label))];
  const rest = [
    { key: 'other', label: t('otherIntent') },
    { key: 'none', label: t('noIntent') },
  ].filter(({ key }) => !labels.includes(key) && (told.intents[key] ?? 0) > 0);
  const intents = [...labels.map((label) => ({ key: label, label })), ...rest].map((i) => ({
    ...i,
    count: told.intents[i.key] ?? 0,
  }));
  const hangups = Object.entries(told.hangup).filter(([, n]) => n > 0);
  return (
    <div className={css.halves}>
      {intents.length > 0 && (
        <section aria-label={t('intents')}>
          <h3 className={css.sub}>{t('intents')}</h3>
          <Bars label={t('intents')} bars={intents} whole={told.answered} />
        </section>
      )}
      {hangups.length > 0 && (
        <section aria-label={t('hangup')}>
          <h3 className={css.sub}>{t('hangup')}</h3>
          <Bars
            label={t('hangup')}
            bars={hangups.map(([key, count]) => ({
              key,
              label: parties.find(key)?.name ?? key,
              count,
            }))}
            whole={told.answered}
          />
        </section>
      )}
    </div>
  );
}

/** Calls and answers by hour of the day, for planning the next order. */
function Hours({ told }: { told: CallOutcomes }) {
  const t = useTranslations('call.outcomes');
  const f = useFormat();
  const hours = (told.hours ?? []).map((h) => ({
    hour: `${h.hour}:00`,
    answered: h.answered,
    unanswered: Math.max(0, h.dialled - h.answered),
  }));
  if (hours.length === 0) return null;
  return (
    <div className={css.hours}>
      <Chart
        kind="stack"
        label={t('hours')}
        data={hours}
        x="hour"
        xLabel={t('hour')}
        series={[
          { field: 'answered', label: t('answered'), colour: 'read' },
          { field: 'unanswered', label: t('unanswered'), colour: 'sent' },
        ]}
        height={160}
        format={(v) => f.count(v)}
      />
    </div>
  );
}
