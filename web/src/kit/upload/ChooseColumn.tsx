import { Button, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Tone } from '@/kit/dict/Tone';
import css from './rows.module.css';

/** Columns of a file without phoneNumber, as the server names them. */
export type Columns = { name: string; sample?: string; likely?: boolean }[];

type Props = {
  /** What the column has to hold. */
  type?: 'phone' | 'email' | 'either';
  columns: Columns;
  onChoose: (name: string) => void;
};

/** Asks for the column of a file that lacks the expected one, the likely one chosen. The stored file is read again. */
export function ChooseColumn({ type = 'phone', columns, onChoose }: Props) {
  const t = useTranslations('form');
  const [chosen, setChosen] = useState(columns.find((c) => c.likely)?.name);
  return (
    <section aria-label={t('chooseColumn', { type })} className={css.choose}>
      <h3>{t('chooseColumn', { type })}</h3>
      <Radio.Group value={chosen} onChange={(e) => setChosen(e.target.value)} className={css.columns}>
        {columns.map((c) => (
          <Radio key={c.name} value={c.name}>
            <b>{c.name}</b> <span className={css.value}>{c.sample}</span>{' '}
            {c.likely && <Tone tone="green">{t('likely')}</Tone>}
          </Radio>
        ))}
      </Radio.Group>
      <Button type="primary" disabled={chosen === undefined} onClick={() => chosen !== undefined && onChoose(chosen)}>
        {t('readColumn')}
      </Button>
    </section>
  );
}
