import { useTranslations } from 'next-intl';
import { Chart } from '@/kit/chart/Chart';
import type { Figures } from './figures';
import { NotMeasured, useMissing, useSpan, whyNoLoad } from './parts';

const HEIGHT = 220;
/** Modules that are drawn; the table has all. */
const DRAWN = 10;

/** The time that modules took, the most first. */
export function LoadChart({ figures, all = false }: { figures: Figures; all?: boolean }) {
  const t = useTranslations('operation');
  const span = useSpan();
  if (!figures.load) return <LoadMissing figures={figures} />;
  const modules = figures.load?.modules ?? [];
  const drawn = all ? modules : modules.slice(0, DRAWN);
  return (
    <Chart
      kind="bar"
      label={t('loadChart', { minutes: figures.load?.minutes ?? 0 })}
      data={drawn.map((m) => ({
        name: m.kind === 'queue' ? t('queueNamed', { name: m.name }) : m.name,
        seconds: m.totalMs / 1000,
      }))}
      x="name"
      xLabel={t('module')}
      series={[{ field: 'seconds', label: t('totalTime'), colour: 1 }]}
      height={HEIGHT}
      format={span}
      empty={t('loadEmpty')}
    />
  );
}

/** Why there is no load: AWS has it elsewhere, and a process that has just begun has none. */
export function LoadMissing({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const missing = useMissing(figures);
  return <NotMeasured why={missing('load', t(whyNoLoad(figures)))} />;
}
