function handler(event) {
  var request = event.request;
  request.headers['x-herald-host'] = { value: request.headers.host.value };
  return request;
}
