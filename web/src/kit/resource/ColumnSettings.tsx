import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Popover } from 'antd';
import { useTranslations } from 'next-intl';
import type { ColumnChoice } from './columnPrefs';
import css from './resource.module.css';

/** Which columns are shown and in which order; kept for the user in this browser. */
export function ColumnSettings<R>({ choice }: { choice: ColumnChoice<R> }) {
  const t = useTranslations('table');
  const last = choice.shown.length === 1;
  const content = (
    <fieldset className={css.columns} aria-label={t('columns')}>
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
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button icon={<SettingOutlined />} aria-label={t('columns')} />
    </Popover>
  );
}
