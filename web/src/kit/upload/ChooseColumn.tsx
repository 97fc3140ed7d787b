import { Button, Radio, Tag } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import css from './rows.module.css';

/** Columns of a file without phoneNumber, as the server names them. */
export type Columns = { name: string; sample?: string; likely?: boolean }[];

/** The columns of a file without phoneNumber, the likely one chosen; the file is there already and is read again. */
export function ChooseColumn({ columns, onChoose }: { columns: Columns; onChoose: (name: string) => void }) {
  const t = useTranslations('form');
  const [chosen, setChosen] = useState(columns.find((c) => c.likely)?.name);
  return (
    <section aria-label={t('chooseColumn')} className={css.choose}>
      <h3>{t('chooseColumn')}</h3>
      <Radio.Group value={chosen} onChange={(e) => setChosen(e.target.value)} className={css.columns}>
        {columns.map((c) => (
          <Radio key={c.name} value={c.name}>
            <b>{c.name}</b> <span className={css.value}>{c.sample}</span>{' '}
            {c.likely && <Tag color="success">{t('likely')}</Tag>}
          </Radio>
        ))}
      </Radio.Group>
      <Button type="primary" disabled={chosen === undefined} onClick={() => chosen !== undefined && onChoose(chosen)}>
        {t('readColumn')}
      </Button>
    </section>
  );
}
