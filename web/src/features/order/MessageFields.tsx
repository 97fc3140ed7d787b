import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useLimit } from '@/kit/useLimit';
import { MediaUpload } from './MediaUpload';
import { placeholdersOf, type Values } from './wish';

const KINDS = ['text', 'image', 'video', 'link', 'template'] as const;

/** Characters as the server counts them. */
function counted(max: number) {
  return { show: true, max, strategy: (text: string) => [...text].length };
}

function useRule() {
  const t = useTranslations('order');
  return {
    required: (label: string) => ({ required: true, message: t('missing', { field: label }) }),
    atMost: (max: number) => ({
      validator: (_: unknown, text?: string) =>
        [...(text ?? '')].length > max ? Promise.reject(new Error(t('tooLong', { n: max }))) : Promise.resolve(),
    }),
  };
}

function Text({
  path,
  label,
  max,
  required,
  rows,
}: {
  path: string[];
  label: string;
  max: number;
  required: boolean;
  rows: number;
}) {
  const rule = useRule();
  return (
    <Form.Item name={path} label={label} rules={[...(required ? [rule.required(label)] : []), rule.atMost(max)]}>
      {rows > 1 ? (
        <Input.TextArea autoSize={{ minRows: rows, maxRows: 12 }} count={counted(max)} />
      ) : (
        <Input count={counted(max)} autoComplete="off" />
      )}
    </Form.Item>
  );
}

function LinkFields() {
  const t = useTranslations('order');
  const rule = useRule();
  return (
    <>
      <Text
        path={['message', 'link', 'header']}
        label={t('linkHeader')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text path={['message', 'link', 'content']} label={t('text')} max={LIMITS.linkBody} required rows={4} />
      <Text
        path={['message', 'link', 'footer']}
        label={t('linkFooter')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text path={['message', 'link', 'button', 'name']} label={t('button')} max={LIMITS.button} required rows={1} />
      <Form.Item
        name={['message', 'link', 'url']}
        label={t('url')}
        rules={[rule.required(t('url')), { type: 'url', message: t('urlWrong') }]}
      >
        <Input type="url" placeholder="https://" autoComplete="off" />
      </Form.Item>
    </>
  );
}

function TemplateFields() {
  const t = useTranslations('order');
  const most = useLimit('order.placeholders');
  const rule = useRule();
  return (
    <>
      <Form.Item
        name={['message', 'templateId']}
        label={t('template')}
        extra={t('templateHint')}
        rules={[rule.required(t('template'))]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.List name={['message', 'placeholders']}>
        {(fields, { add, remove }) => (
          <Form.Item label={t('placeholders')} extra={t('placeholderLimit', { n: most })}>
            {fields.map(({ key, name }) => (
              <Flex key={key} gap={8}>
                <Form.Item name={[name, 'name']} rules={[rule.required(t('placeholderName'))]} style={{ flex: 1 }}>
                  <Input placeholder={t('placeholderName')} aria-label={t('placeholderName')} />
                </Form.Item>
                <Form.Item
                  name={[name, 'content']}
                  rules={[rule.required(t('placeholderContent'))]}
                  style={{ flex: 2 }}
                >
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
    </>
  );
}

/** A field without a look: a draft's parts that the form does not show go with its values. */
function Unseen() {
  return null;
}

/** What is sent: the kind of message and its parts; each {name} in a text asks for its content. */
export function MessageFields({ values }: { values: Values }) {
  const t = useTranslations('order');
  const rule = useRule();
  const type = values.message?.type ?? 'text';
  const names = placeholdersOf(values);
  const most = useLimit('order.placeholders');
  return (
    <>
      <Form.Item name={['message', 'type']} label={t('messageType')} required>
        <Segmented options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
      </Form.Item>
      {type === 'text' && <Text path={['message', 'text']} label={t('text')} max={LIMITS.text} required rows={5} />}
      {(type === 'image' || type === 'video') && (
        <>
          <Form.Item
            key={type}
            name={['message', type === 'video' ? 'videoId' : 'mediaId']}
            label={t(type === 'video' ? 'video' : 'picture')}
            rules={[rule.required(t(type === 'video' ? 'video' : 'picture'))]}
          >
            <MediaUpload kind={type} />
          </Form.Item>
          <Text path={['message', 'text']} label={t('caption')} max={LIMITS.caption} required={false} rows={3} />
        </>
      )}
      <Form.Item name={['message', 'kept']} hidden>
        <Unseen />
      </Form.Item>
      {type === 'link' && <LinkFields />}
      {type === 'template' && <TemplateFields />}
      {names.length > most && <Alert type="warning" showIcon title={t('placeholderLimit', { n: most })} />}
      {names.map((name) => (
        <Form.Item
          key={name}
          name={['message', 'values', name]}
          label={t('placeholderFor', { name })}
          extra={t('placeholderNote')}
          rules={[rule.required(name)]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      ))}
    </>
  );
}
