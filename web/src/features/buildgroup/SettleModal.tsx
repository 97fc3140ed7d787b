import { Form, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { UrlInput } from '@/kit/input/UrlInput';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { withScheme } from '@/lib/input/pasted';
import { useApp } from '@/lib/toasts';
import css from './buildgroup.module.css';
import type { Group, GroupOrder } from './group';

const { useWatch } = formOf<SettleValues>();

export type SettleProps = { order: GroupOrder; group: Group; open: boolean; onClose: () => void };

type Body = BodyOf<'put', '/bgo/buildgroup/{id}/group/{n}/settle'>;
type SettleValues = { made?: 'yes' | 'no'; link?: string };

/** Invitation link of a WhatsApp group. */
const LINK = /^https:\/\/chat\.whatsapp\.com\/[A-Za-z0-9]{20,24}$/;

/** Settles a group of unknown outcome by what staff found out: it exists, or it was not created. */
export default function SettleModal({ order, group, open, onClose }: SettleProps) {
  const t = useTranslations('buildgroup.settle');
  const { message } = useApp();
  const staff = usePermission()({ types: [1] });
  const [form] = Form.useForm<SettleValues>();
  const made = useWatch('made', form);
  const settle = useApiMutation(
    (body: Body) =>
      request('put', '/bgo/buildgroup/{id}/group/{n}/settle', { path: { id: order.id, n: group.index }, body }),
    {
      quiet: true,
      single: true,
      owner: form,
      onFailed: (e) => showErrors(form, e),
      changes: ['/bgo/buildgroup/page', '/bgo/buildgroup/{id}/group/page', '/pi/personal/info'],
      onDone: () => {
        message.success(t(staff ? 'done' : 'proposed'));
        form.resetFields();
        onClose();
      },
    },
  );
  const submit = (v: SettleValues) =>
    settle.mutate(v.made === 'yes' ? { made: true, link: v.link?.trim() ?? '' } : { made: false });
  return (
    <FormFrame<SettleValues>
      in="modal"
      open={open}
      title={t('title', { name: group.name })}
      submit={t('submit')}
      busy={settle.isPending}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{t(staff ? 'text' : 'proposeText')}</p>
      <Form.Item name="made" label={t('found')} rules={[{ required: true, message: t('choose') }]}>
        <Radio.Group className={css.makers}>
          <Radio value="yes">
            <b>{t('made')}</b>
            <small>{t('madeText')}</small>
          </Radio>
          <Radio value="no">
            <b>{t('notMade')}</b>
            <small>{t('notMadeText')}</small>
          </Radio>
        </Radio.Group>
      </Form.Item>
      {made === 'yes' && (
        <Form.Item
          name="link"
          label={t('link')}
          rules={[
            {
              required: true,
              whitespace: true,
              transform: (v?: string) => v && withScheme(v),
              pattern: LINK,
              message: t('linkBad'),
            },
          ]}
        >
          <UrlInput maxLength={100} placeholder={t('linkHint')} />
        </Form.Item>
      )}
    </FormFrame>
  );
}
