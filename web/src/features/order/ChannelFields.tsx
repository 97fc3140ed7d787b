import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useDict } from '@/kit/dict/useDict';
import { Select } from '@/ui/Select';
import { type Choice, channelsOf, keyOf } from './channel';
import type { BulkOrderValues, Channel } from './request';

type Props = { choices: Choice[]; values: BulkOrderValues; by?: Choice };

/** The channel, the sender of short messages, and its picture. Fields with only one option in the country are left out. */
export function ChannelFields({ choices, values, by }: Props) {
  const t = useTranslations('order');
  const dict = useDict('channel');
  const staff = usePermission()({ types: [1] });
  const form = Form.useFormInstance<BulkOrderValues>();
  const channels = channelsOf(choices);
  const channel = values.channel ?? 'whatsapp';
  const some = choices.filter((c) => c.channel === channel);
  /** A message kind that the other channel does not support becomes a text. */
  const change = (to: Channel) => {
    const kinds = choices.find((c) => c.channel === to)?.kinds ?? [];
    form.setFieldsValue({ by: undefined, avatar: undefined });
    if (!kinds.includes(values.message?.type ?? 'text')) form.setFieldValue(['message', 'type'], 'text');
  };
  return (
    <>
      <Form.Item name="channel" label={t('channel')} required hidden={channels.length < 2 && channel === 'whatsapp'}>
        <Segmented<Channel>
          options={channels.map((value) => ({ value, label: dict.find(value)?.name ?? value }))}
          onChange={change}
        />
      </Form.Item>
      <Form.Item
        name="by"
        label={t('sentAs')}
        hidden={channel === 'whatsapp' || some.length < 2 || !(staff || some.some((c) => c.senderId))}
        extra={some.some((c) => c.alphanumeric) ? t('nameHint') : undefined}
      >
        <Select
          placeholder={some[0] ? labelOf(some[0], staff, t('senderDefault')) : undefined}
          allowClear
          options={some.map((c) => ({ value: keyOf(c), label: labelOf(c, staff, t('senderDefault')) }))}
        />
      </Form.Item>
      <AvatarField avatars={by?.avatars ?? []} />
    </>
  );
}

/** The picture beside the sender: what the provider keeps of it can be chosen, and where it keeps nothing the form says so. */
function AvatarField({ avatars }: { avatars: readonly string[] }) {
  const t = useTranslations('order');
  const dict = useDict('sender_avatar');
  const name = (value: string) => dict.find(value)?.name ?? value;
  const only = avatars.length < 2;
  return (
    <Form.Item
      name="avatar"
      label={t('avatar')}
      hidden={avatars.length === 0}
      extra={only ? t('avatarHint') : undefined}
    >
      <Select
        disabled={only}
        placeholder={avatars[0] && name(avatars[0])}
        options={avatars.map((value) => ({ value, label: name(value) }))}
      />
    </Form.Item>
  );
}

/** The name of a sender. Only staff sees the provider. */
const labelOf = (c: Choice, staff: boolean, unnamed: string) =>
  staff ? [c.senderId, c.provider].filter(Boolean).join(' · ') : c.senderId || unnamed;
