import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { Select } from '@/ui/Select';
import { type Block, type Condition, DESIGN_LIMITS } from './design';
import css from './fields.module.css';
import { useNames } from './InsertPlaceholder';
import { Group, Labelled } from './Labelled';
import { useEditorApi } from './useEditor';

const OPS = ['filled', 'empty', 'equals', 'notEquals'] as const;

/** Who is shown the block: all recipients, or those with a value. */
export function ConditionFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const names = useNames();
  const condition = block.condition;
  const set = (change: Condition | undefined) => api.edit(block.id, { condition: change });
  return (
    <Group label={t('condition')}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control */}
      <label className={css.switch}>
        <span>{t('conditionOn')}</span>
        <Switch
          size="small"
          checked={condition !== undefined}
          onChange={(on) => set(on ? { field: names[0] ?? 'name', op: 'filled' } : undefined)}
        />
      </label>
      {condition && (
        <>
          <Labelled label={t('conditionField')}>
            <Select<string>
              aria-label={t('conditionField')}
              value={condition.field}
              options={names.map((name) => ({ value: name, label: name }))}
              onChange={(field) => set({ ...condition, field })}
            />
          </Labelled>
          <Labelled label={t('conditionOp')}>
            <Select<Condition['op']>
              aria-label={t('conditionOp')}
              value={condition.op}
              options={OPS.map((op) => ({ value: op, label: t(`op.${op}`) }))}
              onChange={(op) => set({ field: condition.field, op, value: valueFor(op, condition) })}
            />
          </Labelled>
          {compares(condition.op) && (
            <Labelled label={t('conditionValue')}>
              <Input
                value={condition.value ?? ''}
                maxLength={DESIGN_LIMITS.value}
                onChange={(e) => set({ ...condition, value: e.target.value })}
              />
            </Labelled>
          )}
        </>
      )}
    </Group>
  );
}

const compares = (op: Condition['op']) => op === 'equals' || op === 'notEquals';
const valueFor = (op: Condition['op'], { value }: Condition) => (compares(op) ? (value ?? '') : undefined);
