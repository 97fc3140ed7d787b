import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { DescriptionList } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import type { Fact } from './provider';

/** What a provider can do, as readable facts. */
export function FactList({ facts }: { facts: Fact[] }) {
  const t = useTranslations('provider');
  const f = useFormat();
  if (facts.length === 0) return <p>{t('noFacts')}</p>;
  const value = (fact: Fact) => {
    if (fact.number !== null) return f.count(fact.number);
    if (fact.yes !== null) return t(fact.yes ? 'yes' : 'no');
    if (fact.name === 'prices')
      return (fact.words ?? []).map((w) => (
        <span key={w}>
          <DictTag code="service" value={w} />{' '}
        </span>
      ));
    if (fact.name === 'noMarketing') return (fact.words ?? []).map((c) => f.country(c)).join(', ');
    return (fact.words ?? []).map((w) => (t.has(`words.${w as 'text'}`) ? t(`words.${w as 'text'}`) : w)).join(', ');
  };
  return <DescriptionList items={facts.map((fact) => ({ label: t(`fact.${fact.name}`), value: value(fact) }))} />;
}
