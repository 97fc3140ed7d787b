import { useTranslations } from 'next-intl';
import { Tone } from '@/kit/dict/Tone';
import type { Resource } from '@/kit/resource/descriptor';
import { useFormat } from '@/lib/format';

const PROVIDER_LIST = '/gc/sender/provider/page';

/** The providers of the deployment: their accounts, masked, and what each can do. */
export function useProviders(): Resource<typeof PROVIDER_LIST, 'sender'> {
  const t = useTranslations('sender');
  const f = useFormat();
  const channels = (['whatsapp', 'sms', 'voice', 'email', 'group', 'payment'] as const).map((value) => ({
    value,
    label: t(`channels.${value}`),
  }));
  return {
    list: PROVIDER_LIST,
    words: 'sender',
    prefix: 'providers',
    note: t('providersNote'),
    columns: {
      provider: { sort: true, fixed: true, cell: (r) => t(`names.${r.provider as 'aws'}`) },
      channel: { sort: true, filter: { options: channels, several: true }, cell: (r) => t(`channels.${r.channel}`) },
      account: { from: 'sm', cell: (r) => r.account || '–' },
      state: {
        sort: true,
        cell: (r) => <Tone tone={r.state === 'on' ? 'green' : 'gray'}>{t(`uses.${r.state}`)}</Tone>,
      },
      abilities: { from: 'md', cell: (r) => (r.abilities ?? []).map((a) => t(`can.${a as 'text'}`)).join(', ') || '–' },
      groupSize: { from: 'lg', number: true, cell: (r) => (r.groupSize ? f.count(r.groupSize) : '–') },
      perSecond: { from: 'xl', number: true, cell: (r) => (r.perSecond ? f.count(r.perSecond) : '–') },
    },
  };
}
