'use client';
import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/dict/DictTag';
import { Tone } from '@/kit/dict/Tone';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { DictSelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { request } from '@/lib/api/request';
import type { BodyOf, RecordOf } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';

const TEMPLATES = '/comment/template/page';
const LONGEST = { name: 20, text: 2000, texts: 10 };

type Template = RecordOf<typeof TEMPLATES>;
type TemplateValues = BodyOf<'post', '/comment/template'>;

const { Field } = formOf<{ reason: string }>();

/** The variants of a template: at least one. */
function Variants() {
  const t = useTranslations('commenttemplate');
  return (
    <Form.List name="texts">
      {(fields, { add, remove }, { errors }) => (
        <Form.Item label={t('texts')} extra={t('textsHint')} required>
          {fields.map(({ key, name }, i) => (
            <div key={key}>
              <Form.Item
                name={name}
                rules={[{ required: true, whitespace: true, message: t('textMissing') }]}
                style={{ marginBlockEnd: 4 }}
              >
                <Input.TextArea
                  aria-label={t('textOf', { n: i + 1 })}
                  autoSize={{ minRows: 2 }}
                  maxLength={LONGEST.text}
                />
              </Form.Item>
              {fields.length > 1 && (
                <Button size="small" type="link" onClick={() => remove(name)}>
                  {t('takeOut', { n: i + 1 })}
                </Button>
              )}
            </div>
          ))}
          {fields.length < LONGEST.texts && <Button onClick={() => add('')}>{t('addText')}</Button>}
          <Form.ErrorList errors={errors} />
        </Form.Item>
      )}
    </Form.List>
  );
}

function useCommentTemplates(
  refuse: (row: Template) => void,
): Resource<typeof TEMPLATES, 'commenttemplate', TemplateValues> {
  const t = useTranslations('commenttemplate');
  const above = usePermission()({ types: [1, 11] });
  const switching = useSwitching<Template, 'commenttemplate'>('commenttemplate', {
    permission: 'comment:template:status',
    name: (r) => r.name,
    off: (r) => !r.enabled,
    call: (r, off) => request('put', '/comment/template/status', { body: { id: r.id, enabled: !off } }),
  });
  const remove = useRemoving<Template, 'commenttemplate'>('commenttemplate', {
    permission: 'comment:template:del',
    path: '/comment/template/{id}',
    name: (r) => r.name,
  });
  return {
    list: TEMPLATES,
    words: 'commenttemplate',
    columns: {
      name: { sort: true, fixed: true, filter: 'text' },
      platform: { dict: 'comment_platform', sort: true, from: 'sm', filter: true },
      texts: {
        ellipsis: true,
        width: 320,
        from: 'md',
        cell: (r) => t('textsOf', { n: r.texts.length, text: r.texts[0] ?? '' }),
      },
      status: {
        sort: true,
        dict: 'comment_template_status',
        filter: true,
        cell: (r) => (
          <>
            <DictTag code="comment_template_status" value={r.status} />{' '}
            {!r.enabled && <Tone tone="gray">{t('off')}</Tone>}
          </>
        ),
      },
      reason: { ellipsis: true, from: 'xl' },
      customerName: above && { sort: true, filter: true, from: 'lg' },
      createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    },
    form: {
      add: { permission: 'comment:template:add' },
      update: { permission: 'comment:template:edit', title: (r) => t('edit', { name: r.name }) },
      defaults: { texts: [''] },
      send: ({ name, platform, texts, customerId }, row) =>
        row
          ? request('put', '/comment/template', { body: { id: row.id, name, platform, texts } })
          : request('post', '/comment/template', { body: { name, platform, texts, customerId } }),
      fields: ({ mode, Field: Of }) => (
        <>
          {mode === 'add' && above && (
            <Of name="customerId" label={t('customerName')}>
              <LovPicker keyword="customer" multiple={false} label={t('customerName')} />
            </Of>
          )}
          <Of name="name" label={t('name')} required>
            <Input autoComplete="off" maxLength={LONGEST.name} showCount />
          </Of>
          <Of name="platform" label={t('platform')} required>
            <DictSelect code="comment_platform" />
          </Of>
          <Variants />
        </>
      ),
    },
    actions: [
      {
        key: 'approve',
        permission: 'comment:template:review',
        shown: (r) => r.status === 'review',
        confirm: (r) => ({ title: t('approveTitle', { name: r.name }), content: r.texts.join('\n') }),
        call: (r) =>
          request('put', '/comment/template/review', {
            body: { ids: [r.id], versions: { [r.id]: r.version }, pass: true },
          }),
      },
      {
        key: 'refuse',
        permission: 'comment:template:review',
        danger: true,
        shown: (r) => r.status === 'review',
        run: refuse,
      },
      ...switching.map((a) => ({ ...a, shown: (r: Template) => r.status === 'approved' && Boolean(a.shown?.(r)) })),
      remove,
    ],
    export: true,
  };
}

/** Templates of comments: texts that staff approve before orders use them. */
export default function CommentTemplates() {
  const t = useTranslations('commenttemplate');
  const [refused, setRefused] = useState<Template>();
  return (
    <>
      <ResourcePage resource={useCommentTemplates(setRefused)} />
      <OverlayForm<{ reason: string }>
        in="modal"
        open={refused !== undefined}
        title={t('refuseTitle', { name: refused?.name ?? '' })}
        submit={t('refuse')}
        danger
        send={({ reason }) =>
          request('put', '/comment/template/review', { body: { ids: [refused?.id ?? ''], pass: false, reason } })
        }
        changes={[TEMPLATES]}
        done={t('refused')}
        onClose={() => setRefused(undefined)}
      >
        <Field name="reason" label={t('reason')} required>
          <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
        </Field>
      </OverlayForm>
    </>
  );
}
