import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import { useLimit } from '@/kit/useLimit';
import { type At, type BulkOrderValues, brings, type Template } from './request';

const { Field } = formOf<BulkOrderValues>();

type ChoiceProps = { id?: string; value?: Template; onChange?: (value: Template | undefined) => void };

/** The field holds the whole template: its placeholders are asked for, and the preview shows it. */
function TemplateChoice({ id, value, onChange }: ChoiceProps) {
  const t = useTranslations('order');
  return (
    <LovPicker
      id={id}
      keyword="message_template"
      multiple={false}
      label={t('templateOwn')}
      value={value?.id}
      rows={value && [value]}
      onChange={(_, rows) => onChange?.(rows[0] as Template | undefined)}
    />
  );
}

/** The template that is sent: one of ours from the picker, or another one by the provider's name. */
export function TemplateFields({
  values,
  at,
  columns,
}: {
  values: BulkOrderValues;
  at: At;
  columns: readonly string[];
}) {
  const t = useTranslations('order');
  const form = Form.useFormInstance<BulkOrderValues>();
  const [elsewhere, setElsewhere] = useState(false);
  const byName = elsewhere || Boolean(values.message?.templateId);
  const segment = Form.useWatch<Template | undefined>([...at, 'template'], form)?.segment;
  const name = () => {
    form.setFieldValue([...at, 'template'], undefined);
    setElsewhere(true);
  };
  if (!byName) {
    return (
      <Field
        name={[...at, 'template']}
        label={t('templateOwn')}
        extra={
          <>
            {segment && <div>{t('templateSegment', { segment })}</div>}
            <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={name}>
              {t('templateByName')}
            </Button>
          </>
        }
        required
      >
        <TemplateChoice />
      </Field>
    );
  }
  return (
    <>
      <Field name={[...at, 'templateId']} label={t('template')} extra={t('templateHint')} required>
        <Input autoComplete="off" />
      </Field>
      <Placeholders at={at} columns={columns} />
    </>
  );
}

/** Names and contents of the placeholders of a template that the console does not know. */
function Placeholders({ at, columns }: { at: At; columns: readonly string[] }) {
  const t = useTranslations('order');
  const most = useLimit('order.placeholders');
  const form = Form.useFormInstance<BulkOrderValues>();
  const required = (label: string) => ({ required: true, message: t('missing', { field: label }) });
  /** A placeholder that a column fills needs no common content. */
  const filled = (row: number) => ({
    validator: (_: unknown, content?: string) =>
      content || brings(columns, form.getFieldValue([...at, 'placeholders', row, 'name']) ?? '')
        ? Promise.resolve()
        : Promise.reject(new Error(t('missing', { field: t('placeholderContent') }))),
  });
  return (
    <Form.List name={[...at, 'placeholders']}>
      {(fields, { add, remove }) => (
        <Form.Item label={t('placeholders')} extra={t('placeholderLimit', { n: most })}>
          {fields.map(({ key, name }) => (
            <Flex key={key} gap={8}>
              <Form.Item name={[name, 'name']} rules={[required(t('placeholderName'))]} style={{ flex: 1 }}>
                <Input placeholder={t('placeholderName')} aria-label={t('placeholderName')} />
              </Form.Item>
              <Form.Item name={[name, 'content']} rules={[filled(name)]} style={{ flex: 2 }}>
                <Input placeholder={t('placeholderContent')} aria-label={t('placeholderContent')} />
              </Form.Item>
              <Button
                type="text"
                icon={<MinusCircleOutlined />}
                aria-label={t('remove')}
                onClick={() => remove(name)}
              />
            </Flex>
          ))}
          {fields.length < most && (
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => add()}>
              {t('addPlaceholder')}
            </Button>
          )}
        </Form.Item>
      )}
    </Form.List>
  );
}
