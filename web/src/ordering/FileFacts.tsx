import { Alert } from 'antd';
import { useTranslations } from 'next-intl';
import { ExportButton } from '@/kit/export/ExportButton';
import { errorText } from '@/lib/notifier';
import { useOrderKind } from './kind';
import css from './ordering.module.css';
import type { TargetValues } from './target';
import { useFile } from './useFile';

/** Shows the contents of the chosen file: its numbers, its placeholders, and its refused rows as a file to correct. */
export function FileFacts({ values }: { values: TargetValues }) {
  const t = useTranslations('order.fileFacts');
  const { recipients } = useOrderKind();
  const { named, read } = useFile(values);
  if (!named) return null;
  if (read.error) return <Alert className={css.fileFacts} type="warning" showIcon title={errorText(read.error)} />;
  const { data } = read;
  if (!data) return <p className={css.fileFacts}>{t('reading')}</p>;
  const columns = data.columns ?? [];
  return (
    <div className={css.fileFacts} data-testid="file-facts">
      <span>
        {t(recipients === 'email' ? 'bringsAddresses' : 'brings', {
          n: data.valid,
          twice: data.duplicated,
          failed: data.failed,
        })}
      </span>
      {columns.length > 0 && <span>{t('columns', { names: columns.map((c) => `{${c}}`).join(' ') })}</span>}
      {data.failed > 0 && (
        <span>
          <ExportButton path="/gc/gcAlternateOrder/exportFail" fixed query={named} label={t('refused')} />
        </span>
      )}
    </div>
  );
}
