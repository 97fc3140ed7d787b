import { Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { PictureField } from '@/kit/upload/PictureField';
import type { Maker, Scale } from './group';
import { UnavailableNotice } from './UnavailableNotice';

/** Characters as the server counts them. */
const length = (text: string) => [...text].length;

type Props = { scale: Scale; maker: Maker };

/** The fourth step: what each group is sent when it was made. */
export function GreetingFields({ scale, maker }: Props) {
  const t = useTranslations('buildgroup');
  const missing = useTranslations('order');
  const atMost = {
    validator: (_: unknown, text = '') =>
      length(text) > scale.greetingMax
        ? Promise.reject(new Error(missing('tooLong', { n: scale.greetingMax })))
        : Promise.resolve(),
  };
  const times = Array.from({ length: scale.greetingTimes }, (_, i) => i + 1);
  if (!maker.canGreet) return <UnavailableNotice maker={maker} abilities={['canGreet']} />;
  return (
    <>
      <Form.Item name={['greeting', 'text']} label={t('greetingText')} extra={t('greetingHint')} rules={[atMost]}>
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 12 }}
          count={{ show: true, max: scale.greetingMax, strategy: length }}
        />
      </Form.Item>
      <Form.Item name={['greeting', 'pictureId']} label={t('greetingPicture')}>
        <PictureField kind="image" max={scale.pictureBytes} />
      </Form.Item>
      <Form.Item name={['greeting', 'times']} label={t('greetingTimes')} extra={t('greetingTimesHint')}>
        <Segmented options={times.map((value) => ({ value, label: t('times', { n: value }) }))} />
      </Form.Item>
    </>
  );
}
