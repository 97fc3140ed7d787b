import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/lib/constants';
import css from './call.module.css';
import { type CallOrderValues, isDuplicate } from './request';
import { useStopKey } from './useStopKey';

/** Whether a recording is only played, or the called answer by a key or a word. */
export function TypeFields({ values }: { values: CallOrderValues }) {
  const t = useTranslations('call');
  const options = (['play', 'interactive'] as const).map((value) => ({ value, label: t(`types.${value}`) }));
  const interactive = values.callType === 'interactive';
  return (
    <>
      <Form.Item
        name="callType"
        label={t('callType')}
        extra={interactive ? t('interactiveHint') : <PlayHint />}
        required
      >
        <Segmented options={options} />
      </Form.Item>
      {interactive && <Intents values={values} />}
    </>
  );
}

/** Explains a call that only plays, and the key that stops further calls. */
function PlayHint() {
  const t = useTranslations('call');
  const key = useStopKey();
  return (
    <>
      <div>{t('playHint')}</div>
      {key && <div>{t('playKeyHint', { key })}</div>}
    </>
  );
}

/** A line for each answer that is understood: what is pressed or said, and what it means. */
function Intents({ values }: { values: CallOrderValues }) {
  const t = useTranslations('call');
  const form = Form.useFormInstance<CallOrderValues>();
  const needed = (field: string) => ({ required: true, whitespace: true, message: t('missing', { field }) });
  const once = (at: number) => ({
    validator: () =>
      isDuplicate(form.getFieldValue('intents'), at) ? Promise.reject(new Error(t('heardTwice'))) : Promise.resolve(),
  });
  const key = useStopKey();
  const free = (at: number) => ({
    validator: () =>
      key && form.getFieldValue(['intents', at, 'heard'])?.trim() === key
        ? Promise.reject(new Error(t('heardStop', { key })))
        : Promise.resolve(),
  });
  const many = (values.intents ?? []).length;
  return (
    <Form.Item label={t('intents')} extra={<Hints stopKey={key} />} required>
      <Form.List name="intents" initialValue={[{}]}>
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <Flex key={key} gap={8} align="baseline" className={css.intentRow}>
                <Form.Item
                  name={[name, 'heard']}
                  dependencies={rows.map((row) => ['intents', row.name, 'heard'])} // the exact paths: a list's own counts as none
                  rules={[needed(t('heardLabel')), once(name), free(name)]}
                >
                  <Input
                    maxLength={LIMITS.intentWord}
                    placeholder={t('heardPlaceholder')}
                    aria-label={t('heardOf', { n: name + 1 })}
                    autoComplete="off"
                  />
                </Form.Item>
                <Form.Item name={[name, 'label']} rules={[needed(t('labelLabel'))]}>
                  <Input
                    maxLength={LIMITS.intentLabel}
                    placeholder={t('labelPlaceholder')}
                    aria-label={t('labelOf', { n: name + 1 })}
                    autoComplete="off"
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<MinusCircleOutlined />}
                  aria-label={t('removeIntent', { n: name + 1 })}
                  disabled={rows.length === 1}
                  onClick={() => remove(name)}
                />
              </Flex>
            ))}
            <Button type="dashed" icon={<PlusOutlined />} disabled={many >= LIMITS.intents} onClick={() => add({})}>
              {t('addIntent')}
            </Button>
          </>
        )}
      </Form.List>
    </Form.Item>
  );
}

function Hints({ stopKey }: { stopKey: string }) {
  const t = useTranslations('call');
  return (
    <>
      <div>{t('intentsHint', { n: LIMITS.intents })}</div>
      <div>{stopKey ? t('stopKeyHint', { key: stopKey }) : t('stopWordHint')}</div>
    </>
  );
}
