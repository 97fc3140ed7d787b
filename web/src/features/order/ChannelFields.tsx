import { Form, Segmented, Select } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { type Choice, channelsOf, keyOf } from './channel';
import type { Channel, Values } from './wish';

/** By what is sent: the channel, and of short messages as whom. What the country has only one of is not asked. */
export function ChannelFields({ choices, values }: { choices: Choice[]; values: Values }) {
  const t = useTranslations('order');
  const dict = useDict('channel');
  const form = Form.useFormInstance<Values>();
  const channels = channelsOf(choices);
  const channel = values.channel ?? 'whatsapp';
  const some = choices.filter((c) => c.channel === channel);
  /** What the other channel does not carry becomes a text. */
  const change = (to: Channel) => {
    const kinds = choices.find((c) => c.channel === to)?.kinds ?? [];
    form.setFieldValue('by', undefined);
    if (!kinds.includes(values.message?.type ?? 'text')) form.setFieldValue(['message', 'type'], 'text');
  };
  return (
    <>
      <Form.Item name="channel" label={t('channel')} hidden={channels.length < 2 && channel === 'whatsapp'}>
        <Segmented<Channel>
          options={channels.map((value) => ({ value, label: dict.find(value)?.name ?? value }))}
          onChange={change}
        />
      </Form.Item>
      <Form.Item
        name="by"
        label={t('sentAs')}
        hidden={channel === 'whatsapp' || some.length < 2}
        extra={some.some((c) => c.alphanumeric) ? t('nameHint') : undefined}
      >
        <Select
          placeholder={some[0] ? label(some[0]) : undefined}
          allowClear
          options={some.map((c) => ({ value: keyOf(c), label: label(c) }))}
        />
      </Form.Item>
    </>
  );
}

const label = (c: Choice) => (c.senderId ? `${c.senderId} · ${c.provider}` : c.provider);
