import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
import { Table } from '@/ui/Table';
import css from './rows.module.css';

type Row = { line: number; number: string; message: string };
type Props = { label: string; errors: Row[]; failed: number; url?: string };

/** The first refused rows of an import, with the reason of each, and the file of all of them. */
export function BadRows({ label, errors, failed, url }: Props) {
  const t = useTranslations('form');
  const f = useFormat();
  if (errors.length === 0 && !url) return null;
  return (
    <div className={css.rows}>
      {errors.length > 0 && (
        <ScrollBox label={label} maxHeight={280}>
          <Table
            size="small"
            rowKey={(e) => `${e.line} ${e.number}`}
            dataSource={errors}
            columns={[
              { key: 'line', title: t('line'), width: 80, align: 'end', render: (e) => f.count(e.line) },
              { key: 'number', title: t('number'), width: 180, className: css.why, render: (e) => e.number },
              { key: 'message', title: t('reason'), className: css.why, render: (e) => e.message },
            ]}
          />
        </ScrollBox>
      )}
      {failed > errors.length && (
        <p className={css.rule}>{t('firstErrors', { n: errors.length, all: f.count(failed) })}</p>
      )}
      {url && (
        <Button icon={<DownloadOutlined />} href={url} target="_blank" rel="noopener">
          {t('downloadErrors')}
        </Button>
      )}
    </div>
  );
}
