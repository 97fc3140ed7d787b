import { DownloadOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import { useTranslations } from 'next-intl';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { useFormat } from '@/lib/format';
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
            pagination={false}
            dataSource={errors}
            columns={[
              { title: t('line'), dataIndex: 'line', width: 80, align: 'end', render: (n: number) => f.count(n) },
              { title: t('number'), dataIndex: 'number', width: 180, className: css.why },
              { title: t('reason'), dataIndex: 'message', className: css.why },
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
