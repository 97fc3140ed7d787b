// Written by scripts/gen.mjs.
/** Every permission of the server (pkg/app/testdata/grants.golden). */
export type Permission =
  | 'aty:accountstatement:add'
  | 'aty:accountstatement:approve'
  | 'aty:accountstatement:del'
  | 'aty:accountstatement:edit'
  | 'aty:accountstatement:page'
  | 'aty:consent:add'
  | 'aty:consent:page'
  | 'aty:contactsgroup:add'
  | 'aty:contactsgroup:combine'
  | 'aty:contactsgroup:del'
  | 'aty:contactsgroup:edit'
  | 'aty:contactsgroup:import'
  | 'aty:contactsgroup:member'
  | 'aty:contactsgroup:page'
  | 'aty:contactsgroup:screen'
  | 'aty:contactsgroupactive:read'
  | 'aty:customerinfo:activation'
  | 'aty:customerinfo:add'
  | 'aty:customerinfo:amount'
  | 'aty:customerinfo:appkey'
  | 'aty:customerinfo:buy:saas'
  | 'aty:customerinfo:del'
  | 'aty:customerinfo:edit'
  | 'aty:customerinfo:getsalecustomer'
  | 'aty:customerinfo:give'
  | 'aty:customerinfo:give:saas'
  | 'aty:customerinfo:lock'
  | 'aty:customerinfo:move'
  | 'aty:customerinfo:page'
  | 'aty:customerinfo:price'
  | 'aty:customerinfo:rebate'
  | 'aty:customerinfo:recharge'
  | 'aty:customerinfo:resetpw'
  | 'aty:customerinfo:secondary'
  | 'aty:customerinfo:upperbatch'
  | 'aty:customerinfo:withdrawal'
  | 'aty:customernote:edit'
  | 'aty:customernote:page'
  | 'aty:customerservicer:add'
  | 'aty:customerservicer:del'
  | 'aty:customerservicer:edit'
  | 'aty:customerservicer:page'
  | 'aty:customerserviceraccount:add'
  | 'aty:customerserviceraccount:del'
  | 'aty:customerserviceraccount:edit'
  | 'aty:customerserviceraccount:page'
  | 'aty:customerserviceraccount:usable'
  | 'aty:ledger:reconcile'
  | 'aty:recharge:export'
  | 'aty:recharge:page'
  | 'aty:recharge:refund'
  | 'aty:riskgroup:add'
  | 'aty:riskgroup:del'
  | 'aty:riskgroup:edit'
  | 'aty:riskgroup:import'
  | 'aty:riskgroup:member'
  | 'aty:riskgroup:page'
  | 'aty:riskgroup:screen'
  | 'aty:saas:order:page'
  | 'aty:suppression:add'
  | 'aty:suppression:del'
  | 'aty:suppression:import'
  | 'aty:suppression:page'
  | 'bgo:buildgroup:add'
  | 'bgo:buildgroup:cancel'
  | 'bgo:buildgroup:del'
  | 'bgo:buildgroup:edit'
  | 'bgo:buildgroup:estimate'
  | 'bgo:buildgroup:export'
  | 'bgo:buildgroup:page'
  | 'bgo:buildgroup:pause'
  | 'bgo:buildgroup:refund'
  | 'bgo:buildgroup:retry'
  | 'bgo:buildgroup:review'
  | 'bgo:buildgroup:settle'
  | 'bgo:buildgroup:start'
  | 'bgo:buildgroup:stop'
  | 'bgo:resource:edit'
  | 'call:engine:add'
  | 'call:engine:del'
  | 'call:engine:edit'
  | 'call:engine:page'
  | 'call:engine:test'
  | 'call:engine:usable'
  | 'call:language:add'
  | 'call:language:del'
  | 'call:language:edit'
  | 'call:language:page'
  | 'call:order:add'
  | 'call:order:cancel'
  | 'call:order:cost'
  | 'call:order:del'
  | 'call:order:edit'
  | 'call:order:estimate'
  | 'call:order:export'
  | 'call:order:page'
  | 'call:order:pause'
  | 'call:order:refund'
  | 'call:order:retry'
  | 'call:order:review'
  | 'call:order:start'
  | 'call:order:stop'
  | 'call:recording:add'
  | 'call:recording:del'
  | 'call:recording:edit'
  | 'call:recording:export'
  | 'call:recording:page'
  | 'call:voice:add'
  | 'call:voice:del'
  | 'call:voice:edit'
  | 'call:voice:page'
  | 'channel:lead:add'
  | 'channel:lead:assign'
  | 'channel:lead:convert'
  | 'channel:lead:edit'
  | 'channel:lead:erase'
  | 'channel:lead:export'
  | 'channel:lead:page'
  | 'channel:number:export'
  | 'channel:number:page'
  | 'channel:number:replace'
  | 'channel:number:return'
  | 'channel:order:add'
  | 'channel:order:cancel'
  | 'channel:order:del'
  | 'channel:order:edit'
  | 'channel:order:estimate'
  | 'channel:order:export'
  | 'channel:order:page'
  | 'channel:order:pause'
  | 'channel:order:refund'
  | 'channel:order:retry'
  | 'channel:order:review'
  | 'channel:order:start'
  | 'channel:order:stop'
  | 'channel:own:page'
  | 'channel:resource:edit'
  | 'channel:resource:export'
  | 'channel:resource:page'
  | 'channel:sales:add'
  | 'channel:sales:del'
  | 'channel:sales:edit'
  | 'channel:sales:export'
  | 'channel:sales:page'
  | 'channel:sales:status'
  | 'channel:visitor:export'
  | 'channel:visitor:page'
  | 'comment:item:page'
  | 'comment:item:review'
  | 'comment:item:take'
  | 'comment:order:add'
  | 'comment:order:cancel'
  | 'comment:order:complain'
  | 'comment:order:del'
  | 'comment:order:edit'
  | 'comment:order:estimate'
  | 'comment:order:export'
  | 'comment:order:page'
  | 'comment:order:pause'
  | 'comment:order:refund'
  | 'comment:order:retry'
  | 'comment:order:review'
  | 'comment:order:start'
  | 'comment:order:stop'
  | 'comment:template:add'
  | 'comment:template:del'
  | 'comment:template:edit'
  | 'comment:template:export'
  | 'comment:template:page'
  | 'comment:template:review'
  | 'comment:template:status'
  | 'conf:country:edit'
  | 'conf:country:page'
  | 'dmp:customers:page'
  | 'dmp:operation:page'
  | 'dmp:sending:page'
  | 'dmp:userstatistics:page'
  | 'domain:add'
  | 'domain:check'
  | 'domain:default'
  | 'domain:del'
  | 'domain:edit'
  | 'domain:export'
  | 'domain:page'
  | 'edm:order:add'
  | 'edm:order:cancel'
  | 'edm:order:cost'
  | 'edm:order:del'
  | 'edm:order:edit'
  | 'edm:order:estimate'
  | 'edm:order:export'
  | 'edm:order:page'
  | 'edm:order:pause'
  | 'edm:order:refund'
  | 'edm:order:retry'
  | 'edm:order:review'
  | 'edm:order:start'
  | 'edm:order:stop'
  | 'edm:order:test'
  | 'edm:order:variant'
  | 'edm:sender:add'
  | 'edm:sender:del'
  | 'edm:sender:edit'
  | 'edm:sender:export'
  | 'edm:sender:page'
  | 'edm:sender:status'
  | 'edm:template:add'
  | 'edm:template:del'
  | 'edm:template:edit'
  | 'edm:template:export'
  | 'edm:template:page'
  | 'gc:bulksendstock:add'
  | 'gc:bulksendstock:del'
  | 'gc:bulksendstock:edit'
  | 'gc:bulksendstock:page'
  | 'gc:evidence:export'
  | 'gc:gcalternateorder:read'
  | 'gc:groupsendorder:add'
  | 'gc:groupsendorder:cancel'
  | 'gc:groupsendorder:cost'
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
  | 'gc:groupsendorder:variant'
  | 'gc:inbox:assign'
  | 'gc:inbox:edit'
  | 'gc:inbox:page'
  | 'gc:inbox:reply'
  | 'gc:quickreply:add'
  | 'gc:quickreply:del'
  | 'gc:quickreply:edit'
  | 'gc:quickreply:page'
  | 'gc:sender:edit'
  | 'gc:sender:page'
  | 'gc:template:add'
  | 'gc:template:del'
  | 'gc:template:edit'
  | 'gc:template:export'
  | 'gc:template:page'
  | 'gc:template:review'
  | 'gc:template:status'
  | 'gc:template:sync'
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
  | 'kfsms:batch:add'
  | 'kfsms:batch:del'
  | 'kfsms:batch:edit'
  | 'kfsms:batch:page'
  | 'kfsms:dealer:add'
  | 'kfsms:dealer:del'
  | 'kfsms:dealer:edit'
  | 'kfsms:dealer:page'
  | 'kfsms:repertory:add'
  | 'kfsms:repertory:del'
  | 'kfsms:repertory:edit'
  | 'kfsms:repertory:read'
  | 'lop:config:edit'
  | 'lop:config:read'
  | 'lop:provider:add'
  | 'lop:provider:check'
  | 'lop:provider:del'
  | 'lop:provider:edit'
  | 'lop:provider:page'
  | 'oauth:reset:add'
  | 'oauth:session:del'
  | 'oauth:session:page'
  | 'oauth:twofactor:del'
  | 'pay:rate:edit'
  | 'pay:rate:page'
  | 'pay:third:alipay'
  | 'pay:third:gateway'
  | 'pay:third:usdt'
  | 'pay:third:wx'
  | 'proxy:activation'
  | 'proxy:add'
  | 'proxy:approve'
  | 'proxy:del'
  | 'proxy:edit'
  | 'proxy:give:saas'
  | 'proxy:page'
  | 'proxy:price'
  | 'proxy:rebate'
  | 'proxy:recharge'
  | 'proxy:statement'
  | 'proxy:withdrawal'
  | 'shunt:group:add'
  | 'shunt:group:del'
  | 'shunt:group:edit'
  | 'shunt:group:export'
  | 'shunt:group:page'
  | 'shunt:group:status'
  | 'shunt:link:add'
  | 'shunt:link:del'
  | 'shunt:link:edit'
  | 'shunt:link:export'
  | 'shunt:link:page'
  | 'shunt:link:status'
  | 'shunt:number:add'
  | 'shunt:number:del'
  | 'shunt:number:edit'
  | 'shunt:number:export'
  | 'shunt:number:import'
  | 'shunt:number:page'
  | 'shunt:number:status'
  | 'system:audit:page'
  | 'system:deadletter:edit'
  | 'system:deadletter:page'
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
  | 'system:status:edit'
  | 'sysuser:add'
  | 'sysuser:del'
  | 'sysuser:edit'
  | 'sysuser:page'
  | 'sysuser:pass'
  | 'sysuser:scope'
  | 'sysuser:status'
  | 'uf:uploadfile:add'
  | 'ustd:third:erc20'
  | 'ustd:third:omni'
  | 'ustd:third:trc20'
  | 'virtual:address:add'
  | 'virtual:address:page'
  | 'virtual:order:page'
  | 'virtual:order:submit';

/** By what each list can be ordered. */
export type Sorts = {
  '/aty/accountstatement/page': 'createTime' | 'businessType' | 'amount';
  '/aty/consent/page': 'createTime' | 'phoneNumber' | 'email' | 'state' | 'customerName' | 'time';
  '/aty/contactsgroup/lovPage': 'createTime' | 'name' | 'countryCode' | 'customerName' | 'memberCount' | 'status' | 'updateTime';
  '/aty/contactsgroup/page': 'createTime' | 'name' | 'countryCode' | 'customerName' | 'memberCount' | 'status' | 'updateTime';
  '/aty/contactsgroup/{id}/member/page': 'createTime' | 'phoneNumber' | 'email';
  '/aty/customerinfo/getsalecustomer': 'createTime' | 'userId' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'countryCode' | 'customerType' | 'customerLevel' | 'type' | 'recommendUserName' | 'groupSendWeight' | 'dailyBatchCount' | 'status' | 'parentId' | 'agentId' | 'username';
  '/aty/customerinfo/page': 'createTime' | 'userId' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'countryCode' | 'customerType' | 'customerLevel' | 'type' | 'recommendUserName' | 'groupSendWeight' | 'dailyBatchCount' | 'status' | 'parentId' | 'agentId' | 'username';
  '/aty/customerinfo/price/charge/history/page': 'createTime' | 'service' | 'countryCode' | 'operator';
  '/aty/customerinfo/price/charge/page': 'createTime' | 'service' | 'countryCode' | 'price';
  '/aty/customerinfo/statement/page': 'createTime' | 'businessType' | 'amount';
  '/aty/customerinfo/sys/proxy': 'createTime' | 'userId' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'countryCode' | 'customerType' | 'customerLevel' | 'type' | 'recommendUserName' | 'groupSendWeight' | 'dailyBatchCount' | 'status' | 'parentId' | 'agentId' | 'username';
  '/aty/customerservicer/page': 'createTime' | 'name' | 'phone' | 'status' | 'customerName';
  '/aty/customerserviceraccount/page': 'createTime' | 'phoneNumber' | 'countryCode' | 'status' | 'customerName';
  '/aty/recharge/page': 'createTime' | 'userName' | 'paymentMethod' | 'amount' | 'status' | 'payTime';
  '/aty/riskgroup/page': 'createTime' | 'name' | 'countryCode' | 'customerName' | 'memberCount' | 'updateTime';
  '/aty/riskgroup/{id}/member/page': 'createTime' | 'phoneNumber';
  '/aty/saas/order/page': 'createTime' | 'userName' | 'method' | 'amount' | 'saasExpireTime';
  '/aty/suppression/page': 'createTime' | 'phoneNumber' | 'email' | 'scope' | 'channel' | 'source' | 'customerName' | 'eventTime';
  '/aty/sysuser/select': 'createTime' | 'userId' | 'username' | 'name' | 'nickname' | 'phone' | 'email' | 'status' | 'phoneNumber' | 'companyName' | 'recommendUserName' | 'countryCode' | 'customerType' | 'customerLevel' | 'parentId' | 'agentId' | 'type';
  '/bgo/buildgroup/draft/page': 'createTime' | 'name';
  '/bgo/buildgroup/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/bgo/buildgroup/resource/page': 'createTime' | 'updateTime' | 'date' | 'num';
  '/call/engine/page': 'createTime' | 'name' | 'provider' | 'speakerName';
  '/call/engine/selector': 'createTime' | 'name' | 'provider' | 'speakerName';
  '/call/language/page': 'createTime' | 'code' | 'name' | 'sort';
  '/call/language/selector': 'createTime' | 'code' | 'name' | 'sort';
  '/call/order/draft/page': 'createTime' | 'name';
  '/call/order/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/call/recording/page': 'createTime' | 'name' | 'speakerName' | 'language' | 'seconds' | 'state' | 'customerName';
  '/call/recording/selector': 'createTime' | 'name' | 'speakerName' | 'language' | 'seconds' | 'state' | 'customerName';
  '/call/voice/page': 'createTime' | 'name' | 'voiceKey' | 'provider' | 'speed' | 'ttsLang' | 'feature';
  '/channel/lead/page': 'createTime' | 'name' | 'countryCode' | 'status' | 'source' | 'channelName' | 'assigneeName' | 'nextTime' | 'convertTime' | 'customerName';
  '/channel/number/page': 'createTime' | 'phoneNumber' | 'countryCode' | 'batchNo' | 'state' | 'orderNo' | 'customerName';
  '/channel/order/draft/page': 'createTime' | 'name';
  '/channel/order/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/channel/own/channel/page': 'createTime' | 'name' | 'kind' | 'status' | 'ownerName' | 'customerName';
  '/channel/own/lead/page': 'createTime' | 'status' | 'source' | 'channelName' | 'convertTime';
  '/channel/resource/page': 'createTime' | 'phoneNumber' | 'countryCode' | 'batchNo' | 'dealerName' | 'state' | 'orderNo' | 'customerName' | 'updateTime' | 'returnRefused';
  '/channel/sales/owner/selector': 'createTime' | 'name';
  '/channel/sales/page': 'createTime' | 'name' | 'kind' | 'status' | 'ownerName' | 'customerName';
  '/channel/sales/selector': 'createTime' | 'name' | 'kind' | 'status' | 'ownerName' | 'customerName';
  '/channel/visitor/page': 'createTime' | 'countryCode' | 'source';
  '/comment/item/page': 'createTime' | 'orderNo' | 'state' | 'platform' | 'worker' | 'customerName' | 'updateTime';
  '/comment/order/draft/page': 'createTime' | 'name';
  '/comment/order/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/comment/template/lovPage': 'createTime' | 'name' | 'platform' | 'status' | 'customerName';
  '/comment/template/page': 'createTime' | 'name' | 'platform' | 'status' | 'customerName';
  '/conf/country/lovPage': 'createTime' | 'code' | 'name' | 'enName' | 'callingCode' | 'disabled' | 'updateTime';
  '/conf/country/page': 'createTime' | 'code' | 'name' | 'enName' | 'callingCode' | 'disabled' | 'updateTime';
  '/dmp/lopmartechuserstatistics/page': 'createTime' | 'userId' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'countryCode' | 'customerType' | 'customerLevel' | 'type' | 'recommendUserName' | 'groupSendWeight' | 'dailyBatchCount' | 'status' | 'parentId' | 'agentId' | 'username';
  '/domain/page': 'createTime' | 'name' | 'state' | 'customerName' | 'checkTime';
  '/domain/selector': 'createTime' | 'name' | 'state' | 'customerName' | 'checkTime';
  '/edm/order/draft/page': 'createTime' | 'name';
  '/edm/order/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/edm/sender/page': 'createTime' | 'name' | 'address' | 'dailyLimit' | 'customerName';
  '/edm/sender/selector': 'createTime' | 'name' | 'address' | 'dailyLimit' | 'customerName';
  '/edm/template/lovPage': 'createTime' | 'name' | 'status' | 'customerName' | 'updateTime';
  '/edm/template/page': 'createTime' | 'name' | 'status' | 'customerName' | 'updateTime';
  '/gc/bulksendstock/page': 'createTime' | 'updateTime' | 'countryCode' | 'country' | 'sendTotal';
  '/gc/groupsendorder/draft/page': 'createTime' | 'name';
  '/gc/groupsendorder/page': 'createTime' | 'orderNo' | 'name' | 'customerName' | 'status' | 'countryCode' | 'total' | 'estimatedCost';
  '/gc/inbox/page': 'createTime' | 'lastTime' | 'phoneNumber' | 'name' | 'status' | 'customerName';
  '/gc/quickreply/page': 'createTime' | 'shortcut' | 'customerName';
  '/gc/sender/page': 'createTime' | 'id' | 'name' | 'channel' | 'provider' | 'state' | 'weight' | 'used';
  '/gc/sender/provider/page': 'createTime' | 'channel' | 'provider' | 'state';
  '/gc/template/lovPage': 'createTime' | 'name' | 'language' | 'category' | 'placeholderCount' | 'status' | 'quality' | 'customerName';
  '/gc/template/page': 'createTime' | 'name' | 'language' | 'category' | 'placeholderCount' | 'status' | 'quality' | 'customerName';
  '/im/announcement/page': 'createTime' | 'publishTime' | 'noticeTime' | 'expireTime' | 'title' | 'status' | 'operator';
  '/im/notice/page': 'createTime' | 'publishTime' | 'noticeTime' | 'expireTime' | 'title' | 'status' | 'operator';
  '/kfsms/batch/page': 'createTime' | 'batchNo' | 'dealerName' | 'countryCode' | 'state' | 'from' | 'until';
  '/kfsms/dealer/page': 'createTime' | 'name';
  '/kfsms/dealer/selector': 'createTime' | 'name';
  '/kfsms/repertory/page': 'createTime' | 'countryCode' | 'country' | 'repertoryNum' | 'available';
  '/lop/provider/page': 'createTime' | 'name' | 'state' | 'lastSuccess' | 'lastFailure';
  '/lop/system/config/page': 'createTime' | 'key' | 'group' | 'type' | 'updateTime';
  '/pay/rate': 'createTime' | 'code' | 'source';
  '/pi/personal/info/statement/page': 'createTime' | 'businessType' | 'amount';
  '/proxy/page': 'createTime' | 'userId' | 'name' | 'nickname' | 'phone' | 'phoneNumber' | 'email' | 'companyName' | 'countryCode' | 'customerType' | 'customerLevel' | 'type' | 'recommendUserName' | 'groupSendWeight' | 'dailyBatchCount' | 'status' | 'parentId' | 'agentId' | 'username';
  '/proxy/service/price/history/page': 'createTime' | 'service' | 'countryCode' | 'operator';
  '/proxy/service/price/page': 'createTime' | 'service' | 'countryCode' | 'price';
  '/proxy/statement': 'createTime' | 'businessType' | 'amount';
  '/shunt/group/page': 'createTime' | 'status' | 'weight' | 'dailyCap' | 'customerName';
  '/shunt/link/page': 'createTime' | 'name' | 'countryCode' | 'status' | 'expireTime' | 'customerName';
  '/shunt/link/selector': 'createTime' | 'name' | 'countryCode' | 'status' | 'expireTime' | 'customerName';
  '/shunt/number/page': 'createTime' | 'phoneNumber' | 'status' | 'weight' | 'dailyCap' | 'customerName';
  '/system/audit/page': 'createTime' | 'status';
  '/system/dict/page': 'createTime' | 'dictCode' | 'value' | 'name' | 'sort' | 'updateTime';
  '/system/lov/page': 'createTime' | 'keyword' | 'title' | 'url' | 'updateTime';
  '/system/role/page': 'createTime' | 'code' | 'name' | 'builtIn';
  '/sysuser/page': 'createTime' | 'userId' | 'username' | 'name' | 'nickname' | 'phone' | 'email' | 'status' | 'phoneNumber' | 'companyName' | 'recommendUserName' | 'countryCode' | 'customerType' | 'customerLevel' | 'parentId' | 'agentId' | 'type';
  '/uf/export/page': 'createTime' | 'name' | 'status';
  '/virtual/currency/address/page': 'createTime' | 'platform' | 'state';
  '/virtual/currency/order/recharge': 'createTime' | 'customerName' | 'platform' | 'status' | 'submitTime' | 'finishTime';
};
