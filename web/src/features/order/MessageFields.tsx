import { Alert, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import type { Choice } from './channel';
import { LinkFields } from './LinkFields';
import { MediaUpload } from './MediaUpload';
import { type At, type BulkOrderValues, placeholdersOf } from './request';
import { TemplateFields } from './TemplateFields';
import { Text, useRule } from './TextField';

const FIRST: At = ['message'];
const MESSAGE_KINDS = ['text', 'image', 'video', 'link', 'template'] as const;

/** A field without a look: a draft's parts that the form does not show go with its values. */
function Unseen() {
  return null;
}

type Props = {
  /** Form values whose `message` is the edited message. */
  values: BulkOrderValues;
  by?: Choice;
  /** The path of the message in the form. */
  at?: At;
  /** Columns of the recipients that fill placeholders. */
  columns: readonly string[];
};

/** Fields of the message, or of the second message of a trial: its kind and parts, and a value for each {name}. */
export function MessageFields({ values, by, at = FIRST, columns }: Props) {
  const t = useTranslations('order');
  const rule = useRule();
  const type = values.message?.type ?? 'text';
  const names = placeholdersOf(values);
  const most = useLimit('order.placeholders');
  const tools = { marks: values.channel !== 'sms', names: columns };
  const kinds = MESSAGE_KINDS.filter((k) => k === type || !by?.kinds || by.kinds.includes(k));
  return (
    <>
      <Form.Item name={[...at, 'type']} label={t('messageType')} required>
        <Segmented options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
      </Form.Item>
      {type === 'text' && (
        <Text
          path={[...at, 'text']}
          label={t('text')}
          max={by?.textLimit ?? LIMITS.text}
          required
          rows={5}
          tools={tools}
        />
      )}
      {(type === 'image' || type === 'video') && (
        <>
          <Form.Item
            key={type}
            name={[...at, type === 'video' ? 'videoId' : 'mediaId']}
            label={t(type === 'video' ? 'video' : 'picture')}
            rules={[rule.required(t(type === 'video' ? 'video' : 'picture'))]}
          >
            <MediaUpload kind={type} />
          </Form.Item>
          <Text
            path={[...at, 'text']}
            label={t('caption')}
            max={LIMITS.caption}
            required={false}
            rows={3}
            tools={tools}
          />
        </>
      )}
      <Form.Item name={[...at, 'kept']} hidden>
        <Unseen />
      </Form.Item>
      {type === 'link' && <LinkFields at={at} tools={tools} />}
      {type === 'template' && <TemplateFields values={values} at={at} columns={columns} />}
      {names.length > most && <TooMany at={at} said={t('placeholdersMany', { n: most, names: names.length })} />}
      {(names.length > most ? [] : names).map((name) => (
        <Form.Item
          key={name}
          name={[...at, 'values', name]}
          label={t('placeholderFor', { name })}
          extra={columns.includes(name) ? t('placeholderOwn', { name }) : t('placeholderNote')}
          rules={columns.includes(name) ? [] : [rule.required(name)]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      ))}
    </>
  );
}

/** Error for too many placeholders. It blocks the order, and no placeholder can be filled in until some are removed. */
function TooMany({ at, said }: { at: At; said: string }) {
  return (
    <Form.Item name={[...at, 'many']} help="" rules={[{ validator: () => Promise.reject(new Error(said)) }]}>
      <StoredText said={said} />
    </Form.Item>
  );
}

/** An error in the place of a field, so that the form scrolls to it. */
function StoredText({ id, said }: { id?: string; said: string }) {
  return (
    <div id={id}>
      <Alert type="error" showIcon title={said} />
    </div>
  );
}
