import type { SelectProps } from 'antd';
import { useTranslations } from 'next-intl';
import { useCountries } from '@/kit/country';
import { useDict } from '@/kit/dict/useDict';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';

type Value = string | number | (string | number)[];
type Props = Omit<SelectProps<Value>, 'options' | 'loading'>;

const MAX_PLAIN_OPTIONS = 12;

/** The entries of a dictionary; the value has the dictionary's type. */
export function DictSelect({ code, ...props }: Props & { code: string }) {
  const t = useTranslations('form');
  const dict = useDict(code);
  return (
    <Select
      placeholder={t('choose')}
      notFoundContent={t('nothing')}
      showSearch={dict.options.length > MAX_PLAIN_OPTIONS && searching}
      {...props}
      loading={dict.loading}
      options={dict.options}
    />
  );
}

/** A country by its code of two letters, found by name, English name, code and calling code. */
export function CountrySelect({ business, only, ...props }: Props & { business?: string; only?: readonly string[] }) {
  const t = useTranslations('form');
  const countries = useCountries(business);
  return (
    <Select<Value, { value: string; label: string; search: string }>
      placeholder={t('choose')}
      notFoundContent={t('nothing')}
      showSearch={searching}
      {...(props as object)}
      loading={countries.loading}
      options={only ? countries.options.filter((o) => only.includes(o.value)) : countries.options}
    />
  );
}
