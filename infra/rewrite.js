function handler(event) {
  var request = event.request;
  var last = request.uri.substring(request.uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') < 0) {
    request.uri = '/index.html';
  }
  return request;
}
