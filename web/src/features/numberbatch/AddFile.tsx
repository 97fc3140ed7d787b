import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { UploadField } from '@/kit/upload/UploadField';
import type { Uploaded } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { request } from '@/lib/api/request';
import type { Batch } from './batch';

type FileValues = { file?: Pick<Uploaded, 'id' | 'name'> };
const { Field } = formOf<FileValues>();

type Props = { batch: Batch | null; onClose: () => void; onDone: (batch: Batch) => void };

/** Imports another file into a batch, and shows how the import stands. */
export function AddFile({ batch, onClose, onDone }: Props) {
  const t = useTranslations('numberbatch');
  const bytes = useLimit('contact.file.bytes');
  return (
    <OverlayForm<FileValues, unknown>
      in="modal"
      open={batch !== null}
      title={t('addFileTitle', { name: batch?.batchNo ?? '' })}
      submit={t('startImport')}
      send={({ file }) =>
        request('post', '/kfsms/batch/{id}/import', {
          path: { id: batch?.id ?? '' },
          body: { fileId: file?.id ?? '' },
        })
      }
      changes={['/kfsms/batch/page', '/kfsms/batch/{id}', '/channel/resource/page']}
      onDone={() => batch && onDone(batch)}
      onClose={onClose}
    >
      <Field name="file" label={t('file')} required extra={t('addFileHint')}>
        <UploadField kind="contact" max={bytes} />
      </Field>
    </OverlayForm>
  );
}
