import { Button, Flex, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { DictLook } from '@/kit/dict/DictTag';
import { useSubmit } from '@/kit/form/useSubmit';
import { useRequestMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { notifier } from '@/lib/notifier';
import { Tooltip } from '@/ui/Tooltip';
import { isChanged, SETTING_LIST, type Setting } from './setting';
import css from './setting.module.css';
import { useTexts } from './useTexts';
import { type SettingValues, toApiValue, typedOf, ValueField } from './ValueField';

/** Shows a setting: its meaning, its value, and its editor. */
export function SettingRow({ setting: s }: { setting: Setting }) {
  const t = useTranslations('setting');
  const f = useFormat();
  const texts = useTexts();
  const [editing, setEditing] = useState(false);
  const send = useRequestMutation({ changes: [SETTING_LIST] });
  const name = texts.name(s);
  const changed = isChanged(s);
  const reset = async () => {
    await send.mutateAsync(request('delete', '/lop/system/config/{key}', { path: { key: s.key } }));
    setEditing(false);
    notifier.current?.message.success(t('resetDone'));
  };
  return (
    <li className={css.row} data-changed={changed}>
      <div className={css.what}>
        <h3 className={css.name}>
          {name}
          {changed && <DictLook tagColor="blue" text={t('changed')} />}
          {s.pending && (
            <Tooltip title={t('pendingText')}>
              <span>
                <DictLook tagColor="default" text={t('pending')} />
              </span>
            </Tooltip>
          )}
        </h3>
        <div className={css.facts}>
          <code>{s.key}</code>
          <span>{texts.facts(s)}</span>
          {s.updateTime && <span>{t('by', { operator: s.operator, time: f.minute(s.updateTime) })}</span>}
        </div>
      </div>
      {editing ? (
        <Editor setting={s} name={name} onClose={() => setEditing(false)} />
      ) : (
        <Flex className={css.now} gap={4} align="center" wrap>
          <span className={css.value}>{texts.value(s, s.value)}</span>
          {s.updateTime && (
            <ActionButton
              type="text"
              size="small"
              aria-label={t('resetOf', { name })}
              confirm={{
                title: t('resetTitle'),
                content: t('resetText', {
                  name,
                  value: texts.value(s, s.value),
                  standard: texts.value(s, s.default),
                }),
                ok: t('reset'),
              }}
              onAct={reset}
            >
              {t('reset')}
            </ActionButton>
          )}
          <Button type="link" size="small" aria-label={t('editOf', { name })} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        </Flex>
      )}
    </li>
  );
}

function Editor({ setting: s, name, onClose }: { setting: Setting; name: string; onClose: () => void }) {
  const t = useTranslations('setting');
  const [form] = Form.useForm<SettingValues>();
  const { submit, busy } = useSubmit(
    form,
    (v: SettingValues) =>
      request('put', '/lop/system/config/{key}', { path: { key: s.key }, body: { value: toApiValue(v) } }),
    { changes: [SETTING_LIST], done: t('saved'), onDone: onClose },
  );
  return (
    <Form<SettingValues>
      form={form}
      name={s.key}
      className={css.editor}
      layout="vertical"
      initialValues={{ value: typedOf(s) }}
      onFinish={submit}
      onKeyDown={(e) => e.key === 'Escape' && onClose()}
    >
      <ValueField setting={s} label={name} />
      <Flex gap={8} justify="end" className={css.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('save')}
        </Button>
      </Flex>
    </Form>
  );
}
