import { Typography } from 'antd';
import { useTranslations } from 'next-intl';

/** A text for copying: a key, the address of a wallet, a link. */
export function CopyField({ text }: { text: string }) {
  const t = useTranslations('form');
  return (
    <Typography.Text code copyable={{ text, tooltips: [t('copy'), t('copied')] }} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Typography.Text>
  );
}
