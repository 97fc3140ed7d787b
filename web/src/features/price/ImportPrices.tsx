import { Alert, Button, Flex, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { DictTag } from '@/kit/dict/DictTag';
import { ExportButton } from '@/kit/export/ExportButton';
import { PageModal } from '@/kit/modal/PageModal';
import { ScrollBox } from '@/kit/page/ScrollBox';
import { usePriceWords } from '@/kit/pay/PriceField';
import { problemOf, readableSize, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { type ApiError, CODE, isApiError } from '@/lib/api/error';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { signalOf, withdraw } from '@/lib/api/withdraw';
import { useFormat } from '@/lib/format';
import { errorText } from '@/lib/notifier';
import { useApp } from '@/lib/toasts';
import { ANYWHERE, PRICE_LIST, PRICE_RELATED } from './price';
import css from './price.module.css';

/** Maximum of changes that the question lists. */
const MAX_SHOWN = 10;

type Refused = { total: number; failed: number; errors: { line: number; message: string }[] };
type Step = { service: string; countryCode: string; before: number; after: number };
/** A file, or the id of one that is there, and whether its large changes were confirmed. */
type Wanted = { file: File | string; confirmed?: boolean };
type Props = { owner: string; open: boolean; onClose: () => void };

/** Prices by a file: the ones that there are as a template, and a file that is taken as a whole or refused row by row. */
export function ImportPrices({ owner: of, open, onClose }: Props) {
  const t = useTranslations('price');
  const bytes = useLimit('contact.file.bytes');
  const [wrong, setWrong] = useState('');
  const [owner] = useState(() => ({}));
  const { modal } = useApp();
  const fileId = useRef('');
  const load = async ({ file, confirmed }: Wanted, withdrawn?: AbortSignal) => {
    fileId.current = typeof file === 'string' ? file : (await upload(file, 'contact')).id;
    const body = { userId: of, fileId: fileId.current, confirmed };
    return sendOnce(request('post', '/aty/customerinfo/price/charge/import', { body }), withdrawn);
  };
  const send = useWork(load, {
    quiet: true,
    owner,
    changes: [PRICE_LIST, ...PRICE_RELATED],
    onFailed: (e) => {
      if (isApiError(e) && e.code === CODE.drastic) ask(e);
    },
  });
  // Prices that change by more than half are asked about once more; the file is there by then.
  const ask = (e: ApiError) =>
    modal.confirm({
      title: e.message,
      content: <Steps steps={(e.data as { changes?: Step[] } | null)?.changes ?? []} />,
      okText: t('importAnyway'),
      withdrawn: signalOf(owner),
      onOk: () => {
        send.mutate({ file: fileId.current, confirmed: true });
      },
    });
  const take = (file: File) => {
    setWrong(problemOf(file, 'contact', bytes) ? t('fileWrong', { size: readableSize(bytes) }) : '');
    if (!problemOf(file, 'contact', bytes)) send.mutate({ file });
    return false;
  };
  const close = () => {
    withdraw(owner);
    send.reset();
    setWrong('');
    onClose();
  };
  const failure = wrong || (send.error ? errorText(send.error) : '');
  return (
    <PageModal open={open} title={t('import')} width={640} footer={null} onCancel={close} destroyOnHidden>
      <Flex vertical gap={16}>
        <p className={css.rule}>{t('importNote')}</p>
        <Flex gap={8} wrap>
          <ExportButton
            fixed
            path="/aty/customerinfo/price/charge/export"
            query={{ userId: of }}
            label={t('template')}
          />
          <Upload accept=".xlsx,.xls,.csv,.txt" showUploadList={false} beforeUpload={take}>
            <Button type="primary" loading={send.isPending}>
              {t('chooseFile')}
            </Button>
          </Upload>
        </Flex>
        <div role="status">
          {send.data && (
            <Alert type="success" showIcon title={t('imported', { n: send.data.total, changed: send.data.changed })} />
          )}
        </div>
        {failure && <Alert type="error" showIcon title={failure} />}
        <RowErrors refusal={isApiError(send.error) ? (send.error.data as Refused | null) : null} />
      </Flex>
    </PageModal>
  );
}

function RowErrors({ refusal }: { refusal: Refused | null | undefined }) {
  const t = useTranslations('price');
  const f = useFormat();
  if (!refusal?.errors?.length) return null;
  return (
    <ScrollBox label={t('refusedRows')} maxHeight={280}>
      <ul className={css.errors}>
        {refusal.errors.map((e) => (
          <li key={e.line}>
            <b>{t('line', { n: f.count(e.line) })}</b> {e.message}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}

/** Prices that change by more than half. */
function Steps({ steps }: { steps: Step[] }) {
  const t = useTranslations('price');
  const f = useFormat();
  const words = usePriceWords();
  return (
    <ul className={css.errors}>
      {steps.slice(0, MAX_SHOWN).map((s) => (
        <li key={s.service + s.countryCode}>
          <DictTag code="service" value={s.service} />{' '}
          <b>{s.countryCode === ANYWHERE ? t('anywhere') : f.country(s.countryCode)}</b>{' '}
          {words.change(s.before, s.after)}
        </li>
      ))}
      {steps.length > MAX_SHOWN && <li>…</li>}
    </ul>
  );
}
