import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { clock } from '@/kit/audio/clock';
import { RecordingSelect } from './RecordingSelect';
import type { CallOrderValues } from './request';
import { useLanguages } from './useLanguages';

/** Fields of the recording; its language is the one in which answers are understood. */
export function RecordingFields({ values }: { values: CallOrderValues }) {
  const t = useTranslations('call');
  const { nameOf } = useLanguages();
  const r = values.recording;
  const told = r && t('recordingTold', { language: nameOf(r.language), length: clock(r.seconds) });
  return (
    <Form.Item
      name="recording"
      label={t('recording')}
      extra={told ?? t('recordingExtra')}
      rules={[{ required: true, message: t('missing', { field: t('recording') }) }]}
    >
      <RecordingSelect owner={values.userId} />
    </Form.Item>
  );
}
