import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import type { TableSize } from '@/ui/Table';
import type { ColumnChoice } from './columnPrefs';
import css from './resource.module.css';

/** Which columns are shown and in which order. */
export default function ColumnChoices<R>({ choice }: { choice: ColumnChoice<R> }) {
  const t = useTranslations('table');
  const last = choice.shown.length === 1;
  return (
    <fieldset className={css.columns} aria-label={t('columns')}>
      <Segmented<TableSize>
        block
        size="small"
        className={css.density}
        aria-label={t('density')}
        value={choice.size}
        options={[
          { value: 'middle', label: t('comfortable') },
          { value: 'small', label: t('compact') },
        ]}
        onChange={choice.setSize}
      />
      {choice.all.map((c, i) => {
        const shown = choice.shown.includes(c);
        return (
          <Flex key={c.field} align="center" gap={4}>
            <Checkbox
              className={css.columnName}
              checked={shown}
              disabled={c.fixed || (shown && last)}
              onChange={() => choice.toggle(c.field)}
            >
              {c.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('moveUp', { column: c.title })}
              disabled={i === 0}
              onClick={() => choice.move(c.field, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('moveDown', { column: c.title })}
              disabled={i === choice.all.length - 1}
              onClick={() => choice.move(c.field, 1)}
            />
          </Flex>
        );
      })}
      <Button type="link" size="small" disabled={!choice.changed} onClick={choice.reset}>
        {t('standard')}
      </Button>
    </fieldset>
  );
}
