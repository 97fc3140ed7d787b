import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { DescriptionList } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { type Estimate, EstimateCard } from '@/ordering/EstimateCard';
import { countryOf, instant } from '@/ordering/target';
import { useRecipientCount } from '@/ordering/useAudienceCount';
import css from './buildgroup.module.css';
import { type Maker, nameOf, type Scale } from './group';
import { type GroupOrderValues, greetingOf, missingOf, supportedValues } from './request';

type Props = {
  values: GroupOrderValues;
  scale: Scale;
  maker: Maker | undefined;
  estimate: UseQueryResult<Estimate>;
  ready: boolean;
};

/** The last step: what is ordered, and what it costs. */
export function SubmitFields({ values, scale, maker, estimate, ready }: Props) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const lacks = missingOf(values, maker);
  /** Groups below a size cost what one of that size costs. */
  const places = (n: number) =>
    n === scale.chargeMin && (values.sizeMax ?? 0) < n ? t('placesSmall', { n: f.count(n) }) : f.count(n);
  return (
    <>
      <Ordered values={supportedValues(values, maker)} maker={maker} />
      <EstimateCard
        estimate={estimate}
        ready={ready}
        country={f.country(countryOf(values) ?? '')}
        hint={lacks ? t(`lacks.${lacks}`) : ''}
        other={Boolean(values.userId)}
        more={(known) => [
          { label: t('places'), value: known?.parts ? places(known.parts) : '–' },
          { label: t('perGroup'), value: f.credits(known && known.price * (known.parts ?? 1)) },
          { label: t('stock'), value: known && known.stock === null ? t('leftUnlimited') : f.count(known?.stock) },
        ]}
      />
    </>
  );
}

function Ordered({ values: v, maker }: { values: GroupOrderValues; maker: Maker | undefined }) {
  const t = useTranslations('buildgroup');
  const all = useTranslations('order');
  const f = useFormat();
  const dict = useDict('group_provider');
  const members = useRecipientCount(v);
  const greeting = greetingOf(v);
  const country = countryOf(v);
  const start = v.when === 'later' && v.startTime ? f.minute(instant(v.startTime)) : all('atOnce');
  return (
    <div className={css.ordered}>
      <DescriptionList
        items={[
          { label: all('name'), value: v.name?.trim() || '–' },
          { label: t('provider'), value: dict.find(maker?.provider)?.name ?? maker?.provider ?? '–' },
          { label: all('startTime'), value: start },
          { label: t('endTime'), value: v.endTime ? f.minute(instant(v.endTime)) : '–' },
          { label: all('countryCode'), value: country ? f.country(country) : '–' },
          { label: t('members'), value: f.count(members) },
          { label: t('size'), value: v.sizeMin && v.sizeMax ? `${v.sizeMin}–${v.sizeMax}` : '–' },
          { label: t('groupName'), value: nameOf(v, 0) || '–' },
          { label: t('services'), value: f.count(v.services?.length ?? 0) },
          { label: t('admins'), value: f.count(v.admins?.length ?? 0) },
          { label: t('mute'), value: t(v.mute ? 'yes' : 'no') },
          { label: t('greeting'), value: greeting ? t('times', { n: greeting.times }) : t('none') },
        ]}
      />
    </div>
  );
}
