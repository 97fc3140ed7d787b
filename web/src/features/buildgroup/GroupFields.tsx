import { Form, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { PictureField } from '@/kit/upload/PictureField';
import { LIMITS } from '@/lib/constants';
import css from './buildgroup.module.css';
import type { Maker, Scale } from './group';
import type { GroupOrderValues } from './request';
import { SizeFields } from './SizeFields';
import { StaffSelect } from './StaffSelect';
import { UnavailableNotice } from './UnavailableNotice';

const { NumberField } = formOf<GroupOrderValues>();

type Props = { values: GroupOrderValues; scale: Scale; maker: Maker };

/** The third step: what each group is. */
export function GroupFields({ values, scale, maker }: Props) {
  const t = useTranslations('buildgroup');
  return (
    <>
      <SizeFields values={values} scale={scale} maker={maker} />
      <NameFields values={values} />
      <Form.Item
        name="avatarId"
        label={t('avatar')}
        extra={maker.square > 0 && t('avatarSquare', { side: maker.square })}
      >
        <PictureField kind="image" max={scale.avatarBytes} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={LIMITS.groupDescription} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <UnavailableNotice maker={maker} abilities={['canAdd', 'canPromote', 'canMute']} />
      <StaffFields values={values} scale={scale} maker={maker} />
      <Form.Item name="joinApproval" label={t('joinApproval')} extra={t('joinApprovalHint')} valuePropName="checked">
        <Switch aria-label={t('joinApproval')} />
      </Form.Item>
    </>
  );
}

function NameFields({ values }: { values: GroupOrderValues }) {
  const t = useTranslations('buildgroup');
  const missing = useTranslations('order');
  return (
    <>
      <Form.Item
        name="groupName"
        label={t('groupName')}
        rules={[{ required: true, whitespace: true, message: missing('missing', { field: t('groupName') }) }]}
      >
        <Input maxLength={LIMITS.groupName} showCount autoComplete="off" />
      </Form.Item>
      <div className={css.suffix}>
        <Form.Item name="suffix" label={t('suffix')} valuePropName="checked">
          <Switch aria-label={t('suffix')} />
        </Form.Item>
        {values.suffix && (
          <NumberField
            name="suffixStart"
            label={t('suffixStart')}
            required
            missing={missing('missing', { field: t('suffixStart') })}
            min={0}
            max={LIMITS.groupSuffix}
            input={{ style: { width: 160 } }}
          />
        )}
      </div>
    </>
  );
}

/** Fields for the staff in each group. A field that the provider does not support is left out. */
function StaffFields({ values, scale, maker }: Props) {
  const t = useTranslations('buildgroup');
  const { services = [], admins = [] } = values;
  const needed = {
    validator: (_: unknown, ids?: string[]) =>
      values.mute && maker.canMute && !ids?.length ? Promise.reject(new Error(t('muteAdmin'))) : Promise.resolve(),
  };
  return (
    <>
      {maker.canAdd && (
        <Form.Item name="services" label={t('services')} extra={t('servicesHint')}>
          <StaffSelect
            label={t('services')}
            owner={values.userId}
            most={scale.servicesMax}
            taken={admins}
            takenAs={t('isAdmin')}
          />
        </Form.Item>
      )}
      {maker.canPromote && (
        <Form.Item
          name="admins"
          label={t('admins')}
          extra={t('adminsHint')}
          dependencies={['mute']}
          required={values.mute && maker.canMute}
          rules={[needed]}
        >
          <StaffSelect
            label={t('admins')}
            owner={values.userId}
            most={scale.adminsMax}
            taken={services}
            takenAs={t('isService')}
          />
        </Form.Item>
      )}
      {maker.canMute && (
        <Form.Item name="mute" label={t('mute')} extra={t('muteHint')} valuePropName="checked">
          <Switch aria-label={t('mute')} />
        </Form.Item>
      )}
    </>
  );
}
