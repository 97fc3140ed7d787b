import { FilePdfOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { errorText, showError } from '@/lib/notifier';
import { useApp } from '@/lib/toasts';
import { Printing } from './Printing';

type Props = {
  /** The file's name without its type. */
  name: string;
  /** Makes the document (see Sheet), with everything that it shows. */
  sheet: () => ReactNode | Promise<ReactNode>;
  /** Instead of "Save as PDF". */
  label?: string;
};

/** Opens the browser's print window with a document, which saves it as PDF with the fonts of the reader's language. */
export function PrintButton({ name, sheet, label }: Props) {
  const t = useTranslations('print');
  const { notification } = useApp();
  const [made, setMade] = useState<ReactNode>(null);
  const make = useMutation({
    meta: { quiet: true },
    mutationFn: async () => sheet(),
    onSuccess: setMade,
    onError: (e) => (errorText(e) ? showError(e) : notification.error({ title: t('failed') })),
  });
  return (
    <>
      <Button icon={<FilePdfOutlined />} loading={make.isPending} onClick={() => make.mutate()}>
        {label ?? t('pdf')}
      </Button>
      {made && (
        <Printing name={name} onEnd={() => setMade(null)}>
          {made}
        </Printing>
      )}
    </>
  );
}
