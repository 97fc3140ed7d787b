import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { useLimit } from '@/kit/useLimit';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';

/** The initial password after a creation or a reset; `password` is present when it is random. */
export type InitialPasswordInfo = { password?: string; passwordUntil?: string | null };

/** Returns the rule for initial passwords: the last 6 digits of the phone, or random and shown once. */
export function useInitialRule() {
  const key = 'password.initial';
  const setting = useQuery({ ...get('/lop/system/config/{key}', { path: { key } }), staleTime: 60_000, retry: false });
  return { random: setting.data?.value === 'random', hours: useLimit('password.initial.hours') };
}

/** A random initial password, which is not shown again. */
export function InitialPassword({ password }: { password: InitialPasswordInfo }) {
  const t = useTranslations('form');
  const f = useFormat();
  return (
    <>
      <Alert type="warning" showIcon title={t('initialText', { until: f.time(password.passwordUntil) })} />
      <p>
        <CopyField text={password.password ?? ''} />
      </p>
    </>
  );
}

/** Shows the random initial password of an answer until it is closed; nothing where the answer has none. */
export function useShowInitialPassword() {
  const t = useTranslations('form');
  const { modal } = useApp();
  return (answer: unknown, name: string) => {
    const of = (answer ?? {}) as InitialPasswordInfo;
    if (!of.password) return;
    void modal.confirm({
      title: t('initialTitle', { name }),
      content: <InitialPassword password={of} />,
      footer: (_, { OkBtn }) => <OkBtn />,
      mask: { closable: false },
      keyboard: false,
      stays: true,
    });
  };
}
