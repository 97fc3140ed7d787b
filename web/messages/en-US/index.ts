import agent from './agent.json';
import appkey from './appkey.json';
import audio from './audio.json';
import audit from './audit.json';
import auth from './auth.json';
import buildgroup from './buildgroup.json';
import call from './call.json';
import consent from './consent.json';
import contact from './contact.json';
import conversation from './conversation.json';
import countryAdmin from './countryAdmin.json';
import customer from './customer.json';
import dictAdmin from './dictAdmin.json';
import errors from './errors.json';
import exportList from './exportList.json';
import flow from './flow.json';
import form from './form.json';
import held from './held.json';
import inbox from './inbox.json';
import lovAdmin from './lovAdmin.json';
import menuAdmin from './menuAdmin.json';
import money from './money.json';
import notice from './notice.json';
import order from './order.json';
import picker from './picker.json';
import price from './price.json';
import profile from './profile.json';
import rate from './rate.json';
import recharge from './recharge.json';
import reconcile from './reconcile.json';
import recording from './recording.json';
import riskgroup from './riskgroup.json';
import role from './role.json';
import saas from './saas.json';
import screening from './screening.json';
import sender from './sender.json';
import sending from './sending.json';
import serviceaccount from './serviceaccount.json';
import servicer from './servicer.json';
import session from './session.json';
import setting from './setting.json';
import shell from './shell.json';
import statement from './statement.json';
import statistic from './statistic.json';
import stock from './stock.json';
import suppression from './suppression.json';
import sysuser from './sysuser.json';
import table from './table.json';
import tabs from './tabs.json';
import template from './template.json';
import topup from './topup.json';
import usdt from './usdt.json';
import voiceconfig from './voiceconfig.json';
import voiceengine from './voiceengine.json';
import voicelanguage from './voicelanguage.json';
import welcome from './welcome.json';

const messages = {
  statistic,
  sending,
  recharge,
  appkey,
  audit,
  audio,
  auth,
  buildgroup,
  call,
  consent,
  contact,
  conversation,
  countryAdmin,
  dictAdmin,
  errors,
  exportList,
  form,
  held,
  inbox,
  lovAdmin,
  menuAdmin,
  money,
  notice,
  order,
  picker,
  profile,
  role,
  saas,
  session,
  setting,
  shell,
  statement,
  sysuser,
  stock,
  suppression,
  table,
  tabs,
  topup,
  usdt,
  welcome,
  customer,
  price,
  flow,
  reconcile,
  rate,
  agent,
  sender,
  template,
  riskgroup,
  screening,
  servicer,
  serviceaccount,
  recording,
  voiceengine,
  voicelanguage,
  voiceconfig,
};
export default messages;
export type Messages = typeof messages;
