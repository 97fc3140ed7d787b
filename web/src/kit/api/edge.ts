// Written by scripts/gen.mjs.
/** Every permission of the server (pkg/app/testdata/grants.golden). */
export type Permission =
  | 'aty:accountstatement:page'
  | 'aty:consent:add'
  | 'aty:consent:page'
  | 'aty:contactsgroup:add'
  | 'aty:contactsgroup:del'
  | 'aty:contactsgroup:edit'
  | 'aty:contactsgroup:import'
  | 'aty:contactsgroup:member'
  | 'aty:contactsgroup:page'
  | 'aty:contactsgroupactive:read'
  | 'aty:customerinfo:add'
  | 'aty:customerinfo:amount'
  | 'aty:customerinfo:appkey'
  | 'aty:customerinfo:del'
  | 'aty:customerinfo:edit'
  | 'aty:customerinfo:getsalecustomer'
  | 'aty:customerinfo:give'
  | 'aty:customerinfo:lock'
  | 'aty:customerinfo:move'
  | 'aty:customerinfo:page'
  | 'aty:customerinfo:price'
  | 'aty:customerinfo:rebate'
  | 'aty:customerinfo:recharge'
  | 'aty:customerinfo:resetpw'
  | 'aty:customerinfo:secondary'
  | 'aty:customerinfo:withdrawal'
  | 'aty:ledger:reconcile'
  | 'aty:suppression:add'
  | 'aty:suppression:del'
  | 'aty:suppression:import'
  | 'aty:suppression:page'
  | 'bgo:resource:edit'
  | 'conf:country:edit'
  | 'conf:country:page'
  | 'gc:bulksendstock:add'
  | 'gc:bulksendstock:del'
  | 'gc:bulksendstock:edit'
  | 'gc:bulksendstock:page'
  | 'gc:groupsendorder:add'
  | 'gc:groupsendorder:cancel'
  | 'gc:groupsendorder:countrys'
  | 'gc:groupsendorder:del'
  | 'gc:groupsendorder:edit'
  | 'gc:groupsendorder:estimate'
  | 'gc:groupsendorder:export'
  | 'gc:groupsendorder:page'
  | 'gc:groupsendorder:pause'
  | 'gc:groupsendorder:refund'
  | 'gc:groupsendorder:retry'
  | 'gc:groupsendorder:review'
  | 'gc:groupsendorder:start'
  | 'gc:groupsendorder:stop'
  | 'gc:groupsendorder:test'
  | 'im:announcement:add'
  | 'im:announcement:cancel'
  | 'im:announcement:del'
  | 'im:announcement:edit'
  | 'im:announcement:page'
  | 'im:announcement:publish'
  | 'im:announcement:revoke'
  | 'im:notice:add'
  | 'im:notice:cancel'
  | 'im:notice:del'
  | 'im:notice:edit'
  | 'im:notice:page'
  | 'im:notice:publish'
  | 'im:notice:revoke'
  | 'kfsms:repertory:add'
  | 'kfsms:repertory:del'
  | 'kfsms:repertory:edit'
  | 'kfsms:repertory:read'
  | 'lop:config:edit'
  | 'lop:config:read'
  | 'oauth:session:del'
  | 'oauth:session:page'
  | 'pay:third:usdt'
  | 'pay:third:wx'
  | 'system:audit:page'
  | 'system:dict:add'
  | 'system:dict:del'
  | 'system:dict:edit'
  | 'system:dict:page'
  | 'system:lov:add'
  | 'system:lov:del'
  | 'system:lov:edit'
  | 'system:lov:page'
  | 'system:menu:add'
  | 'system:menu:del'
  | 'system:menu:edit'
  | 'system:menu:list'
  | 'system:role:add'
  | 'system:role:del'
  | 'system:role:edit'
  | 'system:role:page'
  | 'sysuser:add'
  | 'sysuser:del'
  | 'sysuser:edit'
  | 'sysuser:page'
  | 'sysuser:pass'
  | 'sysuser:scope'
  | 'sysuser:status'
  | 'uf:uploadfile:add';

/** By what each list can be ordered. */
export type Sorts = {
  '/aty/accountstatement/page': 'createTime' | 'amount' | 'businessType';
  '/aty/consent/page': 'createTime' | 'time' | 'phoneNumber' | 'state' | 'customerName';
  '/aty/contactsgroup/lovPage': 'createTime' | 'updateTime' | 'name' | 'status' | 'countryCode' | 'memberCount' | 'customerName';
  '/aty/contactsgroup/page': 'createTime' | 'updateTime' | 'name' | 'status' | 'countryCode' | 'memberCount' | 'customerName';
  '/aty/contactsgroup/{id}/member/page': 'createTime' | 'phoneNumber';
  '/aty/customerinfo/getsalecustomer': 'createTime' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'recommendUserName' | 'status' | 'countryCode' | 'customerType' | 'customerLevel' | 'userId' | 'parentId' | 'agentId' | 'username' | 'type';
  '/aty/customerinfo/page': 'createTime' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'recommendUserName' | 'status' | 'countryCode' | 'customerType' | 'customerLevel' | 'userId' | 'parentId' | 'agentId' | 'username' | 'type';
  '/aty/customerinfo/price/charge/page': 'createTime' | 'service' | 'countryCode' | 'price';
  '/aty/customerinfo/statement/page': 'createTime' | 'amount' | 'businessType';
  '/aty/suppression/page': 'createTime' | 'eventTime' | 'phoneNumber' | 'scope' | 'channel' | 'source' | 'customerName';
  '/aty/sysuser/select': 'createTime' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'recommendUserName' | 'status' | 'countryCode' | 'customerType' | 'customerLevel' | 'userId' | 'parentId' | 'agentId' | 'username' | 'type';
  '/conf/country/lovPage': 'createTime' | 'updateTime' | 'code' | 'name' | 'enName' | 'callingCode' | 'disabled';
  '/conf/country/page': 'createTime' | 'updateTime' | 'code' | 'name' | 'enName' | 'callingCode' | 'disabled';
  '/gc/bulksendstock/page': 'createTime' | 'updateTime' | 'countryCode' | 'country' | 'sendTotal';
  '/gc/groupsendorder/draft/page': 'createTime' | 'name';
  '/gc/groupsendorder/page': 'createTime' | 'name' | 'orderNo' | 'status' | 'countryCode' | 'customerName' | 'total' | 'estimatedCost';
  '/im/announcement/page': 'createTime' | 'publishTime' | 'noticeTime' | 'expireTime' | 'title' | 'status' | 'operator';
  '/im/notice/page': 'createTime' | 'publishTime' | 'noticeTime' | 'expireTime' | 'title' | 'status' | 'operator';
  '/kfsms/repertory/page': 'createTime' | 'countryCode' | 'country' | 'repertoryNum';
  '/lop/system/config/page': 'createTime' | 'updateTime' | 'key' | 'type' | 'group';
  '/pi/personal/info/statement/page': 'createTime' | 'amount' | 'businessType';
  '/system/audit/page': 'createTime' | 'status';
  '/system/dict/page': 'createTime' | 'updateTime' | 'dictCode' | 'name' | 'value' | 'sort';
  '/system/lov/page': 'createTime' | 'updateTime' | 'keyword' | 'title' | 'url';
  '/system/role/page': 'createTime' | 'code' | 'name' | 'builtIn';
  '/sysuser/page': 'createTime' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'recommendUserName' | 'status' | 'countryCode' | 'customerType' | 'customerLevel' | 'userId' | 'parentId' | 'agentId' | 'username' | 'type';
  '/uf/export/page': 'createTime' | 'name' | 'status';
};
